// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sessionOf } from "./testing/fake-server.ts";
import { aPause, pausesOf } from "./testing/pauses.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf, SCREENS } from "./testing/screens.ts";

// What safety caps have paused: on their screen, and on that of the workflow.

afterEach(cleanup);

test("a pause says which cap was reached, since when, and how many runs wait", async () => {
  renderDashboard("/settings/safety-caps", {
    handlers: {
      ...handlersOf("/settings/safety-caps"),
      "GET /pauses": () => ({
        body: pausesOf(
          aPause({ waiting: 1_000 }),
          aPause({
            _id: "other",
            workflow: undefined,
            subscriber: { _id: "s", subscriberId: "ada" },
            reason: "subscriber_messages",
          } as never),
        ),
      }),
    },
  });
  const table = await screen.findByRole("table", { name: "Pauses" });
  expect(within(table).getByText("104 events in a minute, of 100")).toBeTruthy();
  expect(within(table).getByText("104 messages in an hour, of 100")).toBeTruthy();
  expect(within(table).getByText("1,000 runs or more")).toBeTruthy();
  expect(within(table).getByRole("link", { name: "ada" }).getAttribute("href")).toBe("/subscribers/ada");
});

test("the workflow that is paused says so and leads there, and no other one does", async () => {
  const row = SCREENS.find(({ route }) => route === "/_app/workflows/$workflowId/code");
  const id = row?.address.split("/")[2] ?? "";
  const workflow = { _id: id, identifier: "parcel-sent", name: "Parcel sent" };
  const open = (...pauses: Parameters<typeof pausesOf>) =>
    renderDashboard(row?.address ?? "", {
      handlers: { ...row?.handlers, "GET /pauses": () => ({ body: pausesOf(...pauses) }) },
    });
  open(aPause({ workflow }));
  const link = await screen.findByRole("link", { name: "Continue or discard" });
  expect(link.getAttribute("href")).toBe("/settings/safety-caps");
  cleanup();
  const { received } = open(aPause());
  await screen.findByRole("heading", { level: 1, name: "Parcel sent" });
  await screen.findByText("All systems up");
  expect(received.some(({ path }) => path === "/pauses")).toBe(true);
  expect(screen.queryByText("A safety cap paused this workflow")).toBeNull();
});

test("a viewer reads the caps and the pauses, and changes neither", async () => {
  renderDashboard("/settings/safety-caps", {
    handlers: {
      ...handlersOf("/settings/safety-caps"),
      "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }),
    },
  });
  expect(await screen.findByText("100,000")).toBeTruthy();
  await screen.findByRole("table", { name: "Pauses" });
  expect(screen.queryByRole("button", { name: /Continue|Discard|Save caps/ })).toBeNull();
});
