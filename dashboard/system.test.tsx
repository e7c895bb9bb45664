// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";

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
