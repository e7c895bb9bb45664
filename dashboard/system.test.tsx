// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { SystemState } from "#contract/accounts/system.ts";
import { sessionOf } from "./testing/fake-server.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { SYSTEM } from "./testing/system.ts";

afterEach(cleanup);

test("a dependency that is down says its cause, its effect and the remedy, and one that is up says no more", async () => {
  const up = { status: "up" };
  renderDashboard("/settings/system", {
    handlers: {
      ...handlersOf("/settings/system"),
      "GET /health-check": () => ({
        status: 503,
        body: {
          data: {
            status: "error",
            version: "1.2.3",
            dependencies: {
              database: up,
              temporal: { status: "down", message: "No answer within 2000 ms" },
              sockets: up,
            },
          },
        },
      }),
    },
  });
  const main = within(await screen.findByRole("main"));
  expect(await main.findByText("No answer within 2000 ms")).toBeTruthy();
  expect(main.getByText("Version 1.2.3")).toBeTruthy();
  expect(main.getByText("Events are not accepted, and runs do not go on.")).toBeTruthy();
  expect(main.getByText(/^Check that Temporal runs/)).toBeTruthy();
  expect(main.queryByText(/^Check that Postgres runs/)).toBeNull();
  expect(main.getAllByText("Up")).toHaveLength(2);
});

const open = (state: Partial<SystemState>, role = "admin") =>
  renderDashboard("/settings/system", {
    handlers: {
      ...handlersOf("/settings/system"),
      "GET /auth/session": () => ({ body: { data: sessionOf(role) } }),
      "GET /health-check/system": () => ({ body: { data: { ...SYSTEM, ...state } } }),
    },
  });

test("each part says the cause and the remedy when it is out of bounds", async () => {
  open({});
  await screen.findByText("db.test:5432/belfry");
  screen.getByText(/^Work comes faster than the workers take it/);
  screen.getByText("42 s");
  screen.getByText(/^Messages wait for more than five minutes/);
  screen.getByText("more than 1,000 messages");
  screen.getByText(/^It has not been seen for a while/);
  screen.getByText(/npm run db:migrate/);
  screen.getByText("0045_next");
});

test.each(["queues", "lanes", "processes", "migrations"] as const)(
  "%s that cannot be read leave the rest of the page",
  async (part) => {
    open({ [part]: { isKnown: false, problem: "No answer within 2 s" } });
    await screen.findByText("No answer within 2 s. The other parts are not affected.");
    const tables = screen.getAllByRole("table").length + (screen.queryByText(/applied, 1 pending/) ? 1 : 0);
    expect(tables).toBe(3);
  },
);

test("without a worker, nothing goes on", async () => {
  open({ queues: { isKnown: true, queues: [{ kind: "activities", backlog: 0, oldestMs: 0, workers: 0 }] } });
  await screen.findByText(/^No worker takes this work/);
});

test("who does not manage the organisation is shown no addresses, and asks for none", async () => {
  const { received } = open({}, "viewer");
  await screen.findByText(/^Version/);
  expect(received.filter(({ path }) => path.endsWith("/health-check/system"))).toEqual([]);
  expect(screen.queryByText("Addresses")).toBeNull();
});
