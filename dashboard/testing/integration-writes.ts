import { fireEvent, screen } from "@testing-library/react";
import { anIntegration, INTEGRATION_ID, OTHER_INTEGRATION_ID } from "./integrations.ts";
import { handlersOf } from "./screens.ts";
import { data, heading, press, type TestWrite, type } from "./test-write.ts";

const LIST = { address: "/integrations", handlers: handlersOf("/integrations") };
const ONE_ADDRESS = `/integrations/${INTEGRATION_ID}`;
const ONE = { address: ONE_ADDRESS, handlers: { ...LIST.handlers, ...handlersOf(ONE_ADDRESS) } };
const STORE = handlersOf("/integrations/new");

/** Opens the menu of the first integration, and chooses in it. */
async function choose(item: string) {
  await press("Actions of Mail server");
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}

/** Changes of integrations. */
export const INTEGRATION_WRITES: readonly TestWrite[] = [
  {
    name: "connecting a provider",
    write: "integrations.create",
    address: "/integrations/new/sendgrid",
    handlers: { ...LIST.handlers, ...STORE },
    call: "POST /integrations",
    answer: data(anIntegration({ name: "Marketing" }), 201),
    fill: async () => {
      await type("Name", "Marketing");
      await type("API key", "SG.abc");
    },
    send: () => press("Connect"),
    field: { label: "API key", path: "credentials.apiKey" },
    kept: { Name: "Marketing", "API key": "SG.abc" },
    secrets: ["API key"],
    done: () => screen.findByText("Marketing is connected"),
  },
  {
    name: "testing credentials",
    write: "integrations.testCredentials",
    ...ONE,
    call: "POST /integrations/test-credentials",
    answer: data({ result: "refused", message: "535 Wrong password" }),
    fill: () => type("Host", "smtp.example.com"),
    send: () => press("Test connection"),
    field: { label: "Host", path: "credentials.host" },
    kept: { Host: "smtp.example.com" },
    done: () => screen.findByText("SMTP server does not take them: 535 Wrong password"),
  },
  {
    name: "changing an integration",
    write: "integrations.update",
    ...ONE,
    call: `PUT /integrations/${INTEGRATION_ID}`,
    answer: data(anIntegration({ name: "Marketing" })),
    fill: () => type("Host", "smtp.example.com"),
    send: () => press("Save"),
    field: { label: "Host", path: "credentials.host" },
    kept: { Host: "smtp.example.com" },
    done: () => heading("Integrations"),
  },
  {
    name: "switching an integration off",
    write: "integrations.update",
    ...LIST,
    call: `PUT /integrations/${INTEGRATION_ID}`,
    answer: data(anIntegration({ active: false })),
    send: async () => fireEvent.click(await screen.findByRole("switch", { name: "Mail server is active" })),
    done: () => screen.findByText("Mail server sends nothing until it is on again"),
  },
  {
    name: "changing the order of integrations",
    write: "integrations.order",
    ...LIST,
    call: "PUT /integrations/order",
    answer: data([anIntegration({ _id: OTHER_INTEGRATION_ID }), anIntegration()]),
    send: () => choose("Move down"),
    done: () => screen.findByText(/^Mail server is number 2/),
  },
  {
    name: "deleting an integration",
    write: "integrations.delete",
    ...ONE,
    call: `DELETE /integrations/${INTEGRATION_ID}`,
    answer: data([]),
    fill: () => press("Delete"),
    send: () => press("Delete integration"),
    done: () => screen.findByText("Mail server was deleted"),
  },
];
