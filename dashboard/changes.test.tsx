// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DEVELOPMENT, PRODUCTION } from "./testing/fixtures.ts";
import {
  aComparison,
  aDifference,
  aPublication,
  aRendering,
  aWaitingPublication,
  CHANGED_ID,
  PUBLICATION_ID,
} from "./testing/publications.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { data, press } from "./testing/test-write.ts";

// What differs between environments, and what is published from one to another.

afterEach(cleanup);

const COMPARED = { sourceEnvironmentId: DEVELOPMENT, targetEnvironmentId: PRODUCTION };

test("a selected difference is published alone, and the publication opens with the result of each item", async () => {
  const { received, router } = renderDashboard("/changes", {
    handlers: {
      "GET /publications/preview": data(aComparison()),
      "POST /publications": data(aPublication(), 201),
      [`GET /publications/${PUBLICATION_ID}`]: data(aPublication()),
    },
  });
  const table = within(await screen.findByRole("table", { name: "Differences" }));
  expect(table.getByText("Changed body of Bell")).toBeTruthy();
  expect(table.getByText("Also needs layout Base")).toBeTruthy();
  expect(screen.getByText("2 differences, 12 the same in both")).toBeTruthy();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Order shipped" }));
  await press("Publish 1 …");
  await press("Publish to Production");
  await screen.findByRole("heading", { level: 1, name: "Order shipped and 1 more" });
  expect(router.state.location.pathname).toBe(`/changes/${PUBLICATION_ID}`);
  expect(screen.getByText("Another layout with identifier base exists")).toBeTruthy();
  expect(screen.getByText("Published in part")).toBeTruthy();
  const sent = received.find(({ method, path }) => method === "POST" && path === "/publications");
  expect(sent?.body).toEqual({ ...COMPARED, resources: [{ kind: "workflow", id: CHANGED_ID }] });
});

test("the environments are in the address, and choosing the other one swaps them", async () => {
  const { received, router } = renderDashboard("/changes", {
    handlers: { "GET /publications/preview": data(aComparison({ items: [] })) },
  });
  fireEvent.click(await screen.findByRole("button", { name: /^Development Publish from/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Production" }));
  await screen.findByText(
    "All workflows, layouts and translation groups are the same in Development. What you edit is listed here until it is published.",
  );
  expect(router.state.location.search).toMatchObject({ from: PRODUCTION, to: DEVELOPMENT });
  expect(Object.fromEntries(received.at(-1)?.query ?? [])).toMatchObject({
    sourceEnvironmentId: PRODUCTION,
    targetEnvironmentId: DEVELOPMENT,
  });
});

test("a difference is shown as its recipients see it in both environments, and is rendered only when it is asked for", async () => {
  const { received } = renderDashboard(`/changes?open=${CHANGED_ID}`, {
    handlers: {
      "GET /publications/preview": data(aComparison({ items: [aDifference({ before: {}, after: {} })] })),
      "GET /publications/rendered": data(aRendering()),
    },
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Order shipped" }));
  const choice = await dialog.findByRole("radio", { name: "As recipients see it" });
  expect(received.some(({ path }) => path === "/publications/rendered")).toBe(false);
  fireEvent.click(choice);
  const ours = within(await dialog.findByRole("region", { name: "Bell in Development" }));
  expect(ours.getByText("Your order is on its way")).toBeTruthy();
  const theirs = within(dialog.getByRole("region", { name: "Bell in Production" }));
  expect(theirs.getByText("undefined filter: shout")).toBeTruthy();
  const alone = within(dialog.getByRole("region", { name: "Text in Development" }));
  expect(alone.getByText("Production does not have it.")).toBeTruthy();
  expect(dialog.queryByRole("region", { name: "Text in Production" })).toBeNull();
  expect(Object.fromEntries(received.at(-1)?.query ?? [])).toMatchObject({ ...COMPARED, resourceId: CHANGED_ID });
});

test("a translation group is listed among the differences, opens as it is stored, and is named where it is needed", async () => {
  const named = { kind: "translation_group", _id: CHANGED_ID, identifier: "shop", name: "Shop" } as const;
  const group = aDifference({
    ...named,
    changes: ["Added the locale de with one text"],
    needs: [],
    before: {},
    after: {},
  });
  const workflow = aDifference({ _id: PUBLICATION_ID, needs: [named] });
  renderDashboard("/changes", {
    handlers: {
      "GET /publications/preview": ({ query }) => ({
        body: { data: aComparison({ items: query.has("resourceId") ? [group] : [group, workflow] }) },
      }),
    },
  });
  const table = within(await screen.findByRole("table", { name: "Differences" }));
  expect(table.getByText("Also needs translation group Shop")).toBeTruthy();
  expect(table.getByText("Translation group:")).toBeTruthy();
  fireEvent.click(table.getByRole("link", { name: "Shop" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Shop" }));
  await dialog.findByText("Added the locale de with one text");
  expect(dialog.queryByRole("radio", { name: "As recipients see it" })).toBeNull();
});

test("a difference opens in words and as it is stored, and closes to the list", async () => {
  const whole = aDifference({ before: { name: "Order" }, after: { name: "Order shipped" } });
  const { received, router } = renderDashboard("/changes", {
    handlers: { "GET /publications/preview": data(aComparison({ items: [whole] })) },
  });
  fireEvent.click(await screen.findByRole("link", { name: "Order shipped" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Order shipped" }));
  const diff = await dialog.findByRole("region", { name: "Order shipped, before and after" });
  expect(diff.textContent).toContain('"name": "Order');
  expect(Object.fromEntries(received.at(-1)?.query ?? [])).toMatchObject({ ...COMPARED, resourceId: CHANGED_ID });
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  await screen.findByRole("table", { name: "Differences" });
  expect(router.state.location.search).toEqual({});
});

test("where approval is required the button asks for it, and what cannot be published is left out", async () => {
  const refused = aDifference({ problem: "Another workflow with identifier order-shipped exists", needs: [] });
  const items = [refused, aDifference({ _id: PUBLICATION_ID, name: "Other", needs: [] })];
  renderDashboard("/changes", {
    handlers: { "GET /publications/preview": data(aComparison({ items, requiresApproval: true })) },
  });
  await screen.findByText("Publishing to Production needs the approval of another member.");
  expect(screen.getByText("Cannot be published")).toBeTruthy();
  await press("Ask to publish …");
  const dialog = within(await screen.findByRole("dialog", { name: "Ask for approval" }));
  await dialog.findByText("Other: published to Production as soon as another member approves it.");
});

test("who asked for a publication may withdraw it, and others approve or decline it", async () => {
  const open = (publication: ReturnType<typeof aPublication>) =>
    renderDashboard(`/changes/${PUBLICATION_ID}`, {
      handlers: { [`GET /publications/${PUBLICATION_ID}`]: data(publication) },
    });
  open(aWaitingPublication());
  await screen.findByRole("button", { name: "Approve …" });
  expect(screen.getByRole("button", { name: "Decline …" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Withdraw …" })).toBeNull();
  cleanup();
  open(aWaitingPublication({ requestedBy: aPublication().requestedBy }));
  await screen.findByRole("button", { name: "Withdraw …" });
  expect(screen.queryByRole("button", { name: "Approve …" })).toBeNull();
});

test("an item that was changed since is not reverted, and the page says why", async () => {
  const refused = { kind: "workflow", _id: CHANGED_ID, identifier: "order-shipped", name: "Order shipped" };
  const error = "It was changed after this publication: take back the later one first";
  renderDashboard(`/changes/${PUBLICATION_ID}`, {
    handlers: {
      [`GET /publications/${PUBLICATION_ID}`]: data(aPublication()),
      [`POST /publications/${PUBLICATION_ID}/revert`]: data({
        publication: aPublication(),
        refused: [{ ...refused, error }],
      }),
    },
  });
  await press("Revert …");
  await press("Revert 1 item");
  await screen.findByText(`Order shipped stays as it is. ${error}`);
});
