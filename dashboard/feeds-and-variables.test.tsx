// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DEVELOPMENT } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { anApiKey, aVariable } from "./testing/settings.ts";
import { choose, data, press, type } from "./testing/test-write.ts";

afterEach(cleanup);

const FEED = { _id: anApiKey()._id, name: "billing", identifier: "billing", deleted: false };

test("a feed that steps send to is not deleted: the dialog lists them by their workflows, with links", async () => {
  const workflows = [
    { _id: "order", name: "Order shipped", workflowId: "order-shipped", steps: [{ _id: "bell", name: "Bell" }] },
  ];
  const { received } = renderDashboard("/settings/feeds", {
    handlers: {
      ...handlersOf("/settings/feeds"),
      "GET /feeds": data([{ ...FEED, createdAt: "2026-01-05T10:00:00.000Z", updatedAt: "2026-01-05T10:00:00.000Z" }]),
      [`GET /feeds/${FEED._id}/usage`]: data({ workflows }),
    },
  });
  await choose("billing", "Delete");
  const dialog = within(await screen.findByRole("dialog", { name: "billing is needed" }));
  expect(dialog.getByText("1 step of 1 workflow uses it.")).toBeTruthy();
  expect(dialog.getByRole("link", { name: "Order shipped" }).getAttribute("href")).toContain("/workflows/order");
  expect(dialog.getByRole("link", { name: "Bell" }).getAttribute("href")).toContain("/workflows/order/steps/bell");
  await press("Done");
  expect(received.every(({ method }) => method === "GET")).toBe(true);
});

test("the value of a secret is taken away from one environment, and an empty field keeps it", async () => {
  const { received } = renderDashboard("/settings/environment-variables", {
    handlers: {
      ...handlersOf("/settings/environment-variables"),
      "GET /environment-variables": data([aVariable({ isSecret: true })]),
      "PATCH /environment-variables/shopUrl": data(aVariable({ isSecret: true })),
    },
  });
  await choose("shopUrl", "Edit");
  await type("Value in Development", "typed before");
  const removal = await screen.findByRole("checkbox", { name: "Remove the value in Development" });
  expect(screen.queryByRole("checkbox", { name: "Remove the value in Production" })).toBeNull();
  fireEvent.click(removal);
  await press("Save variable");
  await screen.findByText("shopUrl was saved");
  const sent = received.find(({ method }) => method === "PATCH");
  expect(sent?.body).toEqual({ values: [{ _environmentId: DEVELOPMENT, value: null }] });
});
