import { organization } from "./fixtures.ts";
import { handlersOf } from "./screens.ts";
import { data, heading, press, type TestWrite, type } from "./test-write.ts";

const TOKEN = { token: "session" };
const PASSWORD = "Secret-123";
const HOME = handlersOf("/");
const password = async (label: string) => type(label, PASSWORD);

/** Changes that are made outside of the shell. */
export const ENTRY_WRITES: readonly TestWrite[] = [
  {
    name: "signing in",
    address: "/auth/sign-in",
    token: null,
    handlers: HOME,
    call: "POST /auth/login",
    answer: data(TOKEN),
    fill: async () => {
      await type("Email", "ada@example.com");
      await password("Password");
    },
    send: () => press("Sign in"),
    field: { label: "Email", path: "email" },
    kept: { Email: "ada@example.com", Password: PASSWORD },
    done: () => heading("Home"),
  },
  {
    name: "signing up",
    address: "/auth/sign-up",
    token: null,
    handlers: HOME,
    call: "POST /auth/register",
    answer: data(TOKEN, 201),
    fill: async () => {
      await type("First name", "Ada");
      await type("Email", "ada@example.com");
      await password("Password");
    },
    send: () => press("Create the account"),
    field: { label: "First name", path: "firstName" },
    kept: { "First name": "Ada", Password: PASSWORD },
    done: () => heading("Home"),
  },
  {
    name: "asking for a new password",
    address: "/auth/reset",
    token: null,
    call: "POST /auth/reset/request",
    answer: data({ success: true }),
    fill: () => type("Email", "ada@example.com"),
    send: () => press("Send the link"),
    field: { label: "Email", path: "email" },
    kept: { Email: "ada@example.com" },
    done: () => heading("Check your inbox"),
  },
  {
    name: "giving the code of a sign-in",
    address: "/auth/code#a-challenge",
    token: null,
    handlers: HOME,
    call: "POST /auth/second-factor",
    answer: data(TOKEN, 201),
    fill: () => type("Code", "123456"),
    send: () => press("Sign in"),
    field: { label: "Code", path: "code" },
    kept: { Code: "123456" },
    done: () => heading("Home"),
  },
  {
    name: "confirming a new address",
    address: "/auth/email/ada-1",
    token: null,
    call: "POST /auth/email",
    answer: data({ email: "ada@example.org" }),
    send: () => press("Confirm the address"),
    done: () => heading("The address was changed"),
  },
  {
    name: "setting a new password",
    address: "/auth/reset/ada-1",
    token: null,
    handlers: HOME,
    call: "POST /auth/reset",
    answer: data(TOKEN, 201),
    fill: () => password("New password"),
    send: () => press("Set the password and sign in"),
    field: { label: "New password", path: "password" },
    kept: { "New password": PASSWORD },
    done: () => heading("Home"),
  },
  {
    name: "joining by an invitation with a new account",
    address: "/auth/invitation/ada-1",
    token: null,
    handlers: { ...handlersOf("/auth/invitation/ada-1"), ...HOME },
    call: "POST /auth/register",
    answer: data(TOKEN, 201),
    fill: async () => {
      await type("First name", "Ada");
      await password("Password");
    },
    send: () => press("Create the account and join"),
    field: { label: "First name", path: "firstName" },
    kept: { "First name": "Ada", Password: PASSWORD },
    done: () => heading("Home"),
  },
  {
    name: "accepting an invitation",
    address: "/auth/invitation/ada-1",
    handlers: { ...handlersOf("/auth/invitation/ada-1"), ...HOME },
    call: "POST /invites/ada-1/accept",
    answer: data("session", 201),
    send: () => press(/^Accept as/),
    // They belong to it already, and are offered to open it.
    except: ["409"],
    done: () => heading("Home"),
  },
  {
    name: "opening an organisation that somebody joined",
    address: "/auth/organisation",
    handlers: { ...handlersOf("/auth/organisation"), ...HOME },
    call: `POST /auth/organizations/${organization._id}/switch`,
    answer: data("session", 201),
    send: () => press("Open Acme"),
    done: () => heading("Home"),
  },
  {
    name: "creating an organisation",
    address: "/auth/organisation",
    handlers: {
      ...HOME,
      "GET /organizations": data([]),
      [`POST /auth/organizations/${organization._id}/switch`]: data("session", 201),
    },
    call: "POST /organizations",
    answer: data(organization, 201),
    fill: () => type("Name of the organisation", "Acme"),
    send: () => press("Create the organisation"),
    field: { label: "Name of the organisation", path: "name" },
    kept: { "Name of the organisation": "Acme" },
    done: () => heading("Home"),
  },
];
