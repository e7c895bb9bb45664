import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { EffectivePreferences } from "#contract/preferences.ts";
import {
  aContext,
  aMembership,
  anOverride,
  aSubscriber,
  aTenant,
  aTopic,
  listed,
  OVERRIDE_ID,
  somePreferences,
} from "./people.ts";
import { handlersOf } from "./screens.ts";
import { data, gone, heading, press, type TestWrite, type } from "./test-write.ts";
import { aListedWorkflow, listOf } from "./workflow-v2.ts";

const at = (address: string) => ({ address, handlers: handlersOf(address) });
const LIST = {
  address: "/subscribers",
  handlers: { ...handlersOf("/subscribers"), ...handlersOf("/subscribers/bob") },
};
const TOPICS = { address: "/topics", handlers: { ...handlersOf("/topics"), ...handlersOf("/topics/crew") } };
const CONTEXTS = {
  address: "/contexts",
  handlers: { ...handlersOf("/contexts"), ...handlersOf("/contexts/tenant/acme") },
};
const TENANTS = { address: "/tenants", handlers: { ...handlersOf("/tenants"), ...handlersOf("/tenants/acme") } };
const done = () => ({ status: 204, body: null });
const changed = (...members: unknown[]) => ({
  status: 200,
  body: { data: members, meta: { totalCount: 1, successful: 1, failed: 0 } },
});
const HOLDINGS = {
  "GET /v2/subscribers/bob/subscriptions": listed(aMembership()),
  "GET /messages": () => ({ body: { data: [], page: 0, pageSize: 1, totalCount: 3, hasMore: true } }),
};

/** Chooses an action of the row of an object. */
const choose = async (of: string, action: string) => {
  await press(`Actions of ${of}`);
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
};
const flip = async (name: string) => fireEvent.click(await screen.findByRole("switch", { name }));

const switched = (name: string, isOn: boolean) =>
  waitFor(() => {
    const isShown = screen.getByRole("switch", { name }).getAttribute("aria-checked") === String(isOn);
    if (!isShown) throw new Error(`${name} is not ${isOn ? "on" : "off"}`);
  });

/** The preferences of bob on a server that stores a choice. */
function choosing(call: string, change: (preferences: EffectivePreferences) => void) {
  const stored = { preferences: somePreferences() };
  return {
    ...at("/subscribers/bob/preferences"),
    handlers: {
      ...handlersOf("/subscribers/bob/preferences"),
      "GET /subscribers/bob/effective-preferences": () => ({ body: { data: stored.preferences } }),
    },
    call,
    answer: () => {
      stored.preferences = somePreferences();
      change(stored.preferences);
      return { body: { data: {} } };
    },
  };
}

/** Changes of subscribers, topics and tenants. */
export const PEOPLE_WRITES: readonly TestWrite[] = [
  {
    name: "creating a subscriber",
    write: "v2.subscribers.create",
    ...LIST,
    call: "POST /v2/subscribers",
    answer: data(aSubscriber(), 201),
    fill: async () => {
      await press("Create subscriber");
      await type("Subscriber id", "bob");
      await type("First name", "Bob");
    },
    send: () => press("Create"),
    field: { label: "Email", path: "email" },
    kept: { "Subscriber id": "bob", "First name": "Bob" },
    done: () => heading("Bob Bell"),
  },
  {
    name: "changing the profile of a subscriber",
    write: "v2.subscribers.patch",
    ...at("/subscribers/bob"),
    call: "PATCH /v2/subscribers/bob",
    answer: data(aSubscriber({ firstName: "Robert" })),
    fill: () => type("First name", "Robert"),
    send: () => press("Save"),
    field: { label: "Phone", path: "phone" },
    kept: { "First name": "Robert" },
    done: () => screen.findByText("Robert Bell was saved"),
  },
  {
    name: "deleting a subscriber",
    write: "v2.subscribers.delete",
    ...LIST,
    handlers: { ...LIST.handlers, ...HOLDINGS },
    call: "DELETE /v2/subscribers/bob",
    answer: done,
    fill: async () => {
      await choose("Bob Bell", "Delete");
      await screen.findByText(/leaves 1 topic\./);
    },
    send: () => press("Delete subscriber"),
    done: () => screen.findByText("Bob Bell was deleted"),
  },
  {
    name: "erasing a subscriber",
    write: "subscribers.erase",
    ...LIST,
    address: "/subscribers/bob",
    handlers: { ...LIST.handlers, ...HOLDINGS },
    call: "POST /subscribers/bob/erase",
    answer: data({ _id: "erasure", state: "waiting" }, 202),
    fill: async () => {
      await press("Erase …");
      await screen.findByText(/content of 3 messages/);
      await type("Type bob to confirm", "bob");
    },
    send: () => press("Erase all data"),
    done: () => screen.findByText("The data of Bob Bell is being erased"),
  },
  {
    name: "exporting the data of a subscriber",
    write: "subscribers.export",
    ...at("/subscribers/bob"),
    call: "GET /subscribers/bob/export",
    answer: data({}),
    send: () => press("Export data"),
    // The reason why it failed before goes.
    done: () => gone(() => document.querySelector("main [role='alert']")),
  },
  {
    name: "removing a device of a subscriber",
    write: "subscribers.setCredentials",
    ...at("/subscribers/bob/credentials"),
    call: "PUT /subscribers/bob/credentials",
    answer: data(aSubscriber({ channels: [] })),
    fill: () => press(/^Remove device 1 of/),
    send: () => press("Remove device"),
    done: () => screen.findByText("The device was removed"),
  },
  {
    name: "removing the chat of a subscriber",
    write: "subscribers.deleteCredentials",
    ...at("/subscribers/bob/credentials"),
    call: "DELETE /subscribers/bob/credentials/slack",
    answer: done,
    fill: () => press("Remove Slack"),
    send: () => press("Remove connection"),
    done: () => screen.findByText("Slack was removed"),
  },
  {
    name: "choosing a channel of a workflow for a subscriber",
    write: "subscribers.updatePreference",
    ...choosing("PATCH /subscribers/bob/preferences/00000000-0000-4000-8000-0000000000a7", ({ workflows: [first] }) => {
      if (first) first.channels.email = { enabled: false, decidedBy: "SUBSCRIBER_WORKFLOW" };
    }),
    send: () => flip("Email for Order shipped"),
    done: () => switched("Email for Order shipped", false),
  },
  {
    name: "taking back a choice for all workflows",
    write: "subscribers.updateGlobalPreference",
    ...choosing("PATCH /subscribers/bob/preferences", ({ global }) => {
      delete global.channels.sms;
    }),
    send: () => press("Reset SMS for all workflows"),
    done: () => switched("SMS for all workflows", true),
  },
  {
    name: "choosing a channel for all workflows",
    write: "subscribers.updateGlobalPreference",
    ...choosing("PATCH /subscribers/bob/preferences", ({ global }) => {
      global.channels.sms = true;
    }),
    send: () => flip("SMS for all workflows"),
    done: () => switched("SMS for all workflows", true),
  },
  {
    name: "saving the hours of a subscriber",
    write: "subscribers.updateGlobalPreference",
    ...at("/subscribers/bob/preferences"),
    call: "PATCH /subscribers/bob/preferences",
    answer: data({ preference: somePreferences().global }),
    fill: async () => fireEvent.click(await screen.findByLabelText("Only at certain hours")),
    send: () => press("Save hours"),
    done: () => screen.findByText("The hours were saved"),
  },
  {
    name: "removing a subscriber from a topic",
    write: "v2.topics.removeSubscriptions",
    ...at("/subscribers/bob/topics"),
    call: "DELETE /v2/topics/crew/subscriptions",
    answer: () => changed(aMembership()),
    send: () => press("Remove from Crew"),
    done: () => screen.findByText("Removed from Crew"),
  },
  {
    name: "adding a subscriber to a topic that there is",
    write: "v2.topics.addSubscriptions",
    ...at("/subscribers/bob/topics"),
    handlers: { ...handlersOf("/subscribers/bob/topics"), ...handlersOf("/topics") },
    call: "POST /v2/topics/crew/subscriptions",
    answer: () => ({ ...changed(aMembership()), status: 201 }),
    fill: async () => {
      await press("Add to a topic");
      await press(/Choose by name or key/);
      fireEvent.click(await screen.findByRole("option", { name: /Crew/ }));
    },
    send: () => press("Add"),
    done: () => screen.findByText("Added to Crew"),
  },
  {
    name: "explaining a workflow for a subscriber",
    write: "events.explain",
    ...at("/subscribers/bob/explain"),
    address: "/subscribers/bob/explain?workflow=order-shipped",
    call: "POST /events/explain",
    answer: data({
      status: "processed",
      workflow: { _id: "w", version: 1, isDraft: false },
      dropped: 0,
      problems: [],
      reasons: [],
      runs: [
        {
          subscriberId: "bob",
          source: "single",
          isNew: false,
          endsAt: "2026-01-05T09:00:00.000Z",
          steps: [
            {
              _id: "mail",
              name: "Mail",
              type: "email",
              status: "skipped",
              reason: { code: "preference_off", text: "The subscriber has switched it off" },
              executionDetails: [],
            },
          ],
        },
      ],
      isSample: false,
      isComplete: true,
      assumptions: [],
    }),
    send: () => press("Explain"),
    done: () => screen.findByText("The subscriber has switched it off"),
  },
  {
    name: "creating a topic",
    write: "v2.topics.save",
    ...TOPICS,
    call: "POST /v2/topics",
    answer: data(aTopic(), 201),
    fill: async () => {
      await press("Create topic");
      await type("Key", "crew");
      await type("Name", "Crew");
    },
    send: () => press("Create"),
    field: { label: "Key", path: "key" },
    kept: { Key: "crew", Name: "Crew" },
    done: () => heading("Crew"),
  },
  {
    name: "changing a topic",
    write: "v2.topics.patch",
    ...at("/topics/crew"),
    call: "PATCH /v2/topics/crew",
    answer: data(aTopic({ name: "Staff" })),
    fill: async () => {
      await press("Edit");
      await type("Name", "Staff");
    },
    send: () => press("Save"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Staff" },
    done: () => screen.findByText("Staff was saved"),
  },
  {
    name: "deleting a topic",
    write: "v2.topics.delete",
    ...TOPICS,
    call: "DELETE /v2/topics/crew",
    answer: done,
    fill: async () => {
      await choose("Crew", "Delete");
      await screen.findByText(/1 membership is removed/);
    },
    send: () => press("Delete topic"),
    done: () => screen.findByText("Crew was deleted"),
  },
  {
    name: "adding subscribers to a topic",
    write: "topics.addSubscribers",
    ...at("/topics/crew"),
    call: "POST /topics/crew/subscribers",
    answer: data({ succeeded: ["ada"] }),
    fill: async () => {
      await press("Add subscribers");
      await type("Subscriber ids", "ada\nbob");
    },
    send: () => press("Add"),
    field: { label: "Subscriber ids", path: "subscribers" },
    kept: { "Subscriber ids": "ada\nbob" },
    done: () => screen.findByText("1 subscriber was added"),
  },
  {
    name: "triggering a workflow for a topic",
    write: "events.trigger",
    ...at("/topics/crew"),
    handlers: {
      ...at("/topics/crew").handlers,
      ...handlersOf("/workflows"),
      ...handlersOf("/activity"),
    },
    call: "POST /events/trigger",
    answer: data({ acknowledged: true, status: "processed", transactionId: "t" }, 201),
    fill: async () => {
      await press("Trigger a workflow …");
      fireEvent.click(await screen.findByRole("button", { name: /^Workflow/ }));
      fireEvent.click(await screen.findByRole("option", { name: /Parcel sent/ }));
    },
    send: () => press(/^Send to /),
    done: () => heading("Activity"),
  },
  {
    name: "removing members of a topic",
    write: "v2.topics.removeSubscriptions",
    ...at("/topics/crew"),
    call: "DELETE /v2/topics/crew/subscriptions",
    answer: () => changed(aMembership()),
    fill: async () => {
      fireEvent.click(await screen.findByLabelText("Select Bob Bell"));
      await press("Remove from the topic");
    },
    send: () => press("Remove 1 subscription"),
    done: () => screen.findByText("1 subscription removed"),
  },
  {
    name: "creating a context",
    write: "v2.contexts.create",
    ...CONTEXTS,
    call: "POST /v2/contexts",
    answer: data(aContext(), 201),
    fill: async () => {
      await press("Create context");
      await type("Type", "tenant");
      await type("Id", "acme");
    },
    send: () => press("Create"),
    field: { label: "Id", path: "id" },
    kept: { Type: "tenant", Id: "acme" },
    done: () => heading("acme"),
  },
  {
    name: "changing a context",
    write: "v2.contexts.update",
    ...at("/contexts/tenant/acme"),
    call: "PATCH /v2/contexts/tenant/acme",
    answer: data(aContext()),
    fill: () => type("Data", '{"plan": "silver"}'),
    send: () => press("Save"),
    field: { label: "Data", path: "data" },
    kept: { Data: '{"plan": "silver"}' },
    done: () => screen.findByText("tenant:acme was saved"),
  },
  {
    name: "deleting a context",
    write: "v2.contexts.delete",
    ...CONTEXTS,
    call: "DELETE /v2/contexts/tenant/acme",
    answer: done,
    fill: () => choose("tenant:acme", "Delete"),
    send: () => press("Delete context"),
    done: () => screen.findByText("tenant:acme was deleted"),
  },
  {
    name: "making a link to the preferences page of a subscriber",
    write: "subscribers.preferencesLink",
    ...at("/subscribers/bob/preferences"),
    call: "POST /subscribers/bob/preferences/link",
    answer: data({ url: "https://belfry.test/v1/preferences-page/1", expiresAt: "2027-01-06T11:00:00.000Z" }),
    fill: () => press("Open preferences page …"),
    send: () => press("Make a link"),
    done: () => screen.findByText("Open the preferences page as this person"),
  },
  {
    name: "creating a tenant",
    write: "tenants.create",
    ...TENANTS,
    call: "POST /tenants",
    answer: data(aTenant(), 201),
    fill: async () => {
      await press("Create tenant");
      await type("Identifier", "acme");
      await type("Name", "Acme Ltd");
    },
    send: () => press("Create"),
    field: { label: "Identifier", path: "identifier" },
    kept: { Identifier: "acme", Name: "Acme Ltd" },
    done: () => heading("Acme Ltd"),
  },
  {
    name: "changing a tenant",
    write: "tenants.update",
    ...at("/tenants/acme"),
    call: "PATCH /tenants/acme",
    answer: data(aTenant({ name: "Acme Inc" })),
    fill: () => type("Name", "Acme Inc"),
    send: () => press("Save"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Acme Inc" },
    done: () => screen.findByText("Acme Inc was saved"),
  },
  {
    name: "changing the branding of a tenant",
    write: "tenants.update",
    ...at("/tenants/acme"),
    call: "PATCH /tenants/acme",
    answer: data(aTenant({ data: { plan: "gold", branding: { color: "#0a7cff" } } })),
    fill: () => type("Colour", "#0a7cff"),
    send: () => press("Save branding"),
    kept: { Colour: "#0a7cff" },
    done: () => screen.findByText("The branding of Acme Ltd was saved"),
  },
  {
    name: "deleting a tenant",
    write: "tenants.delete",
    ...TENANTS,
    call: "DELETE /tenants/acme",
    answer: done,
    fill: () => choose("Acme Ltd", "Delete"),
    send: () => press("Delete tenant"),
    done: () => screen.findByText("Acme Ltd was deleted"),
  },
  {
    name: "overriding a workflow for a tenant",
    write: "workflowOverrides.create",
    address: "/tenants/acme",
    handlers: {
      ...handlersOf("/tenants/acme"),
      "GET /v2/workflows": () => listOf(aListedWorkflow({ name: "Order late" })),
    },
    call: "POST /workflow-overrides",
    answer: data(anOverride(), 201),
    fill: async () => {
      await press("Override a workflow");
      await press(/Choose by name or identifier/);
      fireEvent.click(await screen.findByRole("option", { name: /Order late/ }));
    },
    send: () => press("Override"),
    done: () => gone(() => screen.queryByRole("dialog")),
  },
  {
    name: "changing an override",
    write: "workflowOverrides.updateOneById",
    ...at("/tenants/acme"),
    call: `PUT /workflow-overrides/${OVERRIDE_ID}`,
    answer: data(anOverride()),
    fill: async () => {
      await press("Change the override of Order shipped");
      fireEvent.click(await screen.findByRole("checkbox", { name: "Active for this tenant" }));
    },
    send: () => press("Save override"),
    done: () => gone(() => screen.queryByRole("dialog")),
  },
  {
    name: "resetting an override",
    write: "workflowOverrides.delete",
    ...at("/tenants/acme"),
    call: `DELETE /workflow-overrides/${OVERRIDE_ID}`,
    answer: data(true),
    fill: () => press("Reset Order shipped"),
    send: () => press("Reset workflow"),
    done: () => screen.findByText("Order shipped is inherited again"),
  },
];
