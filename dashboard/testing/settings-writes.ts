import { fireEvent, screen } from "@testing-library/react";
import { sessionOf } from "./fake-server.ts";
import { handlersOf } from "./screens.ts";
import { anApiKey, aRole, aVariable, COLLEAGUE } from "./settings.ts";
import { choose, data, gone, press, type TestWrite, type } from "./test-write.ts";

const KEYS = { address: "/settings/api-keys", handlers: handlersOf("/settings/api-keys") };
const MEMBERS = { address: "/settings/members", handlers: handlersOf("/settings/members") };
const ROLES = { address: "/settings/roles", handlers: handlersOf("/settings/roles") };
const VARIABLES = {
  address: "/settings/environment-variables",
  handlers: handlersOf("/settings/environment-variables"),
};
const SECURITY = { address: "/settings/security", handlers: handlersOf("/settings/security") };
const PROFILE = { address: "/settings/profile", handlers: handlersOf("/settings/profile") };
const secondFactor = { hasSecondFactor: true, recoveryCodesLeft: 9 };
const secured = { ...sessionOf("admin"), user: { ...sessionOf("admin").user, ...secondFactor } };
const SECURED = { ...SECURITY, handlers: { ...SECURITY.handlers, "GET /auth/session": data(secured) } };
const moving = { ...sessionOf("admin"), user: { ...sessionOf("admin").user, pendingEmail: "ada@example.net" } };
/** Presses the last of the buttons of a name: that of the dialog, which stands after the page. */
const pressLast = async (name: string) => {
  const buttons = await screen.findAllByRole("button", { name, hidden: true });
  fireEvent.click(buttons.at(-1) ?? document.body);
};
const { _id } = anApiKey();
const created = data(anApiKey({ key: "a".repeat(32) }), 201);

/** Changes of keys, members and roles. */
export const SETTINGS_WRITES: readonly TestWrite[] = [
  {
    name: "creating an API key",
    write: "apiKeys.create",
    ...KEYS,
    call: "POST /api-keys",
    answer: created,
    fill: async () => {
      await press("New key");
      await type("Name", "Orders");
    },
    send: () => press("Create"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Orders" },
    done: () => screen.findByText("Copy the key Orders now"),
  },
  {
    name: "renaming an API key",
    write: "apiKeys.rename",
    ...KEYS,
    call: `PATCH /api-keys/${_id}`,
    answer: data(anApiKey({ name: "Billing" })),
    fill: async () => {
      await choose("Orders", "Rename");
      await type("Name", "Billing");
    },
    send: () => press("Rename"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Billing" },
    done: () => gone(() => screen.queryByLabelText("Name")),
  },
  {
    name: "rolling an API key",
    write: "apiKeys.roll",
    ...KEYS,
    call: `POST /api-keys/${_id}/roll`,
    answer: created,
    fill: () => choose("Orders", "Roll"),
    send: () => press("Roll key"),
    done: () => screen.findByText(/The old key goes on working for 24 hours/),
  },
  {
    name: "ending an API key",
    write: "apiKeys.end",
    ...KEYS,
    call: `DELETE /api-keys/${_id}`,
    answer: () => ({ status: 204, body: null }),
    fill: () => choose("Orders", "End"),
    send: () => press("End key"),
    done: () => screen.findByText("Orders has ended"),
  },
  {
    name: "inviting a member in the settings",
    write: "invites.create",
    ...MEMBERS,
    call: "POST /invites",
    answer: data({ success: true }, 201),
    fill: async () => {
      await press("Invite member");
      await type("Email", "alan@example.com");
    },
    send: () => press("Invite"),
    field: { label: "Email", path: "email" },
    kept: { Email: "alan@example.com" },
    done: () => screen.findByText("alan@example.com was invited"),
  },
  {
    name: "sending an invitation again",
    write: "invites.resend",
    ...MEMBERS,
    call: "POST /invites/resend",
    answer: data({ success: true }, 201),
    send: () => choose("linus@example.com", "Send the invitation again"),
    once: true,
    done: () => screen.findByText("The invitation of linus@example.com was sent again"),
  },
  {
    name: "changing the role of a member",
    write: "organizations.updateMemberRole",
    ...MEMBERS,
    call: `PUT /organizations/members/${COLLEAGUE}/roles`,
    answer: data({}),
    fill: () => choose("Grace", "Change role"),
    send: () => press("Change role"),
    done: () => screen.findByText("Grace has the role Member"),
  },
  {
    name: "removing a member",
    write: "organizations.removeMember",
    ...MEMBERS,
    call: `DELETE /organizations/members/${COLLEAGUE}`,
    answer: data({}),
    fill: () => choose("Grace", "Remove"),
    send: () => press("Remove member"),
    done: () => screen.findByText("Grace was removed"),
  },
  {
    name: "ending a session",
    write: "auth.endSession",
    ...SECURITY,
    call: "DELETE /auth/sessions/other",
    answer: () => ({ status: 204, body: null }),
    fill: () => press("End Chrome on Linux"),
    send: () => press("End session"),
    done: () => screen.findByText("The session has ended"),
  },
  {
    name: "ending all other sessions",
    write: "auth.endOtherSessions",
    ...SECURITY,
    call: "DELETE /auth/sessions",
    answer: () => ({ status: 204, body: null }),
    fill: () => press("End all other sessions"),
    send: () => press("End them"),
    done: () => screen.findByText("All other sessions have ended"),
  },
  {
    name: "switching the second factor off",
    write: "users.removeSecondFactor",
    ...SECURED,
    call: "POST /users/second-factor/remove",
    answer: () => ({ status: 204, body: null }),
    fill: async () => {
      await press("Switch it off");
      await type("Password", "Secret-123");
      await type("Code", "123456");
    },
    send: () => pressLast("Switch it off"),
    field: { label: "Code", path: "code" },
    done: () => screen.findByText("The second factor is off"),
  },
  {
    name: "replacing the recovery codes",
    write: "users.renewRecoveryCodes",
    ...SECURED,
    call: "POST /users/second-factor/recovery-codes",
    answer: data({ recoveryCodes: ["0123456789-abcdef0123"] }, 201),
    fill: async () => {
      await press("Get new recovery codes");
      await type("Password", "Secret-123");
      await type("Code", "123456");
    },
    send: () => press("Show new codes"),
    field: { label: "Code", path: "code" },
    done: () => screen.findByText("0123456789-abcdef0123"),
  },
  {
    name: "changing the password",
    write: "auth.changePassword",
    ...SECURITY,
    call: "POST /auth/update-password",
    answer: () => ({ status: 204, body: null }),
    fill: async () => {
      await press("Change password");
      await type("Current password", "Secret-123");
      await type("New password", "Secret-1234");
    },
    send: () => press("Change the password"),
    field: { label: "New password", path: "newPassword" },
    done: () => screen.findByText("The password was changed"),
  },
  {
    name: "changing the own name",
    write: "users.updateProfile",
    ...PROFILE,
    call: "PUT /users/profile",
    answer: data(sessionOf("admin").user),
    fill: () => type("Last name", "King"),
    send: () => press("Save name"),
    field: { label: "Last name", path: "lastName" },
    kept: { "Last name": "King" },
    done: () => screen.findByText("Your name was saved"),
  },
  {
    name: "changing the own address",
    write: "users.changeEmail",
    ...PROFILE,
    call: "PUT /users/profile/email",
    answer: data(sessionOf("admin").user),
    fill: async () => {
      await press("Change email");
      await type("New email", "ada@example.net");
      await type("Password", "Secret-123");
    },
    send: () => press("Send the link"),
    field: { label: "New email", path: "email" },
    done: () => gone(() => screen.queryByLabelText("New email")),
  },
  {
    name: "keeping the own address",
    write: "users.cancelEmail",
    ...PROFILE,
    handlers: { ...PROFILE.handlers, "GET /auth/session": data(moving) },
    call: "DELETE /users/profile/email",
    answer: data(sessionOf("admin").user),
    fill: () => press("Cancel change"),
    send: () => press("Keep my address"),
    done: () => screen.findByText("Your address stays as it is"),
  },
  {
    name: "demanding a second factor",
    write: "organizations.rename",
    ...SECURED,
    call: "PATCH /organizations",
    answer: data({ name: "Acme", demandsSecondFactor: true }),
    fill: () => press("Demand it"),
    send: () => pressLast("Demand it"),
    done: () => screen.findByText("Every member needs a second factor now"),
  },
  {
    name: "creating a role",
    write: "organizations.createRole",
    ...ROLES,
    call: "POST /organizations/roles",
    answer: data(aRole({ name: "Night watch" }), 201),
    fill: async () => {
      await press("New role");
      await type("Name", "Night watch");
      await type("Identifier", "night-watch");
    },
    send: () => press("Create role"),
    field: { label: "Identifier", path: "identifier" },
    kept: { Name: "Night watch", Identifier: "night-watch" },
    done: () => screen.findByText("Night watch was created"),
  },
  {
    name: "changing a role",
    write: "organizations.updateRole",
    ...ROLES,
    call: "PATCH /organizations/roles/support",
    answer: data(aRole({ name: "Help desk" })),
    fill: async () => {
      await choose("Support", "Edit");
      await type("Name", "Help desk");
    },
    send: () => press("Save role"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Help desk" },
    done: () => screen.findByText("Help desk was saved"),
  },
  {
    name: "deleting a role",
    write: "organizations.deleteRole",
    ...ROLES,
    call: "DELETE /organizations/roles/support",
    answer: () => ({ status: 204, body: null }),
    fill: () => choose("Support", "Delete"),
    send: () => press("Delete role"),
    done: () => screen.findByText("Support was deleted"),
  },
  {
    name: "creating an environment variable",
    write: "environmentVariables.create",
    ...VARIABLES,
    call: "POST /environment-variables",
    answer: data(aVariable({ key: "apiToken" })),
    fill: async () => {
      await press("New variable");
      await type("Key", "apiToken");
      await type("Value in Development", "abc");
    },
    send: () => press("Create variable"),
    field: { label: "Key", path: "key" },
    kept: { Key: "apiToken", "Value in Development": "abc" },
    done: () => screen.findByText("apiToken was created"),
  },
  {
    name: "changing an environment variable",
    write: "environmentVariables.update",
    ...VARIABLES,
    call: "PATCH /environment-variables/shopUrl",
    answer: data(aVariable()),
    fill: async () => {
      await choose("shopUrl", "Edit");
      await type("Value in Development", "https://shop.example.com");
    },
    send: () => press("Save variable"),
    field: { label: "Key", path: "key" },
    kept: { "Value in Development": "https://shop.example.com" },
    done: () => screen.findByText("shopUrl was saved"),
  },
  {
    name: "removing the secret of one environment",
    write: "environmentVariables.update",
    ...VARIABLES,
    handlers: { ...VARIABLES.handlers, "GET /environment-variables": data([aVariable({ isSecret: true })]) },
    call: "PATCH /environment-variables/shopUrl",
    answer: data(aVariable()),
    fill: async () => {
      await choose("shopUrl", "Edit");
      fireEvent.click(await screen.findByRole("checkbox", { name: "Remove the value in Development" }));
    },
    send: () => press("Save variable"),
    field: { label: "Key", path: "key" },
    done: () => screen.findByText("shopUrl was saved"),
  },
  {
    name: "deleting an environment variable",
    write: "environmentVariables.delete",
    ...VARIABLES,
    call: "DELETE /environment-variables/shopUrl",
    answer: () => ({ status: 204, body: null }),
    fill: () => choose("shopUrl", "Delete"),
    send: () => press("Delete variable"),
    done: () => screen.findByText("shopUrl was deleted"),
  },
  {
    name: "changing who gets messages of a test",
    write: "testDelivery.set",
    address: "/settings/test-delivery",
    handlers: handlersOf("/settings/test-delivery"),
    call: "PUT /test-delivery",
    answer: data({ isOn: true, allowed: { subscriberIds: [], addresses: [] }, to: {} }),
    fill: () => type("Addresses", "qa@example.com\nnobody"),
    send: () => press("Save"),
    field: { label: "Addresses", path: "allowed.addresses.1" },
    kept: { Addresses: "qa@example.com\nnobody" },
    done: () => screen.findByText("Test delivery is off"),
  },
];
