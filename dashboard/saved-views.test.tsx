// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sessionOf } from "./testing/fake-server.ts";
import { aRun } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aSavedView } from "./testing/saved-views.ts";
import { data, gone, press, type } from "./testing/test-write.ts";

// The filters of a list are kept under a name, with how much they have.

afterEach(cleanup);

const HANDLERS = {
  "GET /notifications": () => ({ body: { data: [aRun()], page: 0, pageSize: 10, hasMore: false } }),
  "GET /notifications/count": data({ count: 1_000, isMore: true }),
  "GET /saved-views": data([
    aSavedView(),
    aSavedView({ _id: "2", name: "Mails", search: "channels=email", isShared: true, isOwn: false }),
  ]),
};

test("a view opens its list with its filters, and says how much it has", async () => {
  const { received, router } = renderDashboard("/activity", { handlers: HANDLERS });
  await press("Views");
  const link = await screen.findByRole("link", { name: /^Failed mails/ });
  expect(link.getAttribute("href")).toBe("/activity?transactionId=7");
  await within(link).findByText("more than 1,000", { selector: ".sr-only" });
  const counted = received.filter(({ path }) => path === "/notifications/count");
  expect(counted.map(({ query }) => Object.fromEntries(query))).toEqual([
    { transactionId: "7" },
    { channels: "email" },
  ]);
  expect(screen.getByRole("link", { name: /^Mails shared/ })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^Delete the view/ })).toHaveLength(1);
  fireEvent.click(link);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ transactionId: "7" }));
  await gone(() => screen.queryByRole("dialog", { name: "Views" }));
});

test("what is open is saved without its page, once it has filters", async () => {
  const { received } = renderDashboard("/activity?page=2&channels=sms", {
    handlers: { ...HANDLERS, "POST /saved-views": data(aSavedView(), 201) },
  });
  await press("Views");
  await press("Save this view …");
  await type("Name", "Texts");
  fireEvent.click(screen.getByRole("checkbox", { name: "Share it with all members of this environment" }));
  await press("Save view");
  await screen.findByText("The view was saved");
  expect(received.find(({ method }) => method === "POST")?.body).toEqual({
    name: "Texts",
    isShared: true,
    list: "runs",
    search: "channels=sms",
  });
});

test("without filters there is nothing to save, and a viewer saves nothing", async () => {
  renderDashboard("/activity", { handlers: HANDLERS });
  await press("Views");
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Save this view …" })).disabled).toBe(true);
  cleanup();
  renderDashboard("/activity?transactionId=9", {
    handlers: { ...HANDLERS, "GET /auth/session": data(sessionOf("viewer")) },
  });
  await press("Views");
  await screen.findByRole("link", { name: /^Failed mails/ });
  expect(screen.queryByRole("button", { name: "Save this view …" })).toBeNull();
});
