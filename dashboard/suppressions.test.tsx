// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { sessionOf } from "./testing/fake-server.ts";
import { aDetail, aJob, aRun } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { aLiftedSuppression, aSuppression, SUPPRESSION_ID, suppressionsOf } from "./testing/suppressions.ts";
import { press } from "./testing/test-write.ts";

// Addresses that were suppressed, what vendors said when they were lifted, and the links to them.

afterEach(cleanup);

test("lifted addresses say what each vendor answered, and are asked for by a filter", async () => {
  const { received } = renderDashboard("/integrations/suppressions", {
    handlers: {
      "GET /suppressions": ({ query }) => ({
        body: suppressionsOf(
          query.get("lifted") === "true"
            ? aLiftedSuppression(
                { name: "Main" },
                { name: "Second", outcome: "not_listed" },
                { name: "Third", outcome: "refused", words: "Postmark refused the request: no authority" },
                { name: "Fourth", outcome: "waiting", attempts: 2, dueAt: "2026-01-06T11:00:00.000Z" },
              )
            : aSuppression(),
        ),
      }),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Status" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Lifted" }));
  const table = await screen.findByRole("table", { name: "Lifted addresses" });
  for (const text of ["Main", "Lifted", "Not on its list", "Refused", "Waiting", "It works again"])
    expect(within(table).getAllByText(text).length).toBeGreaterThan(0);
  expect(within(table).getByText("Postmark refused the request: no authority")).toBeTruthy();
  expect(within(table).queryByRole("button", { name: /^Lift/ })).toBeNull();
  expect(received.at(-1)?.query.get("lifted")).toBe("true");
});

test("the form says that vendors are asked, and an entry that a link names is shown with its answers until it is closed", async () => {
  const { router } = renderDashboard(`/integrations/suppressions?entry=${SUPPRESSION_ID}`, {
    handlers: {
      "GET /suppressions": () => ({ body: suppressionsOf(aSuppression()) }),
      [`GET /suppressions/${SUPPRESSION_ID}`]: () => ({
        body: { data: aLiftedSuppression({ outcome: "unanswered", words: "It gave no answer" }) },
      }),
    },
  });
  const dialog = await screen.findByRole("dialog", { name: "Lifted address" });
  expect(await within(dialog).findByText("It gave no answer")).toBeTruthy();
  expect(within(dialog).queryByRole("button", { name: /^Lift/ })).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  fireEvent.click(await screen.findByRole("button", { name: "Lift ada@example.com" }));
  expect(await screen.findByText(/Vendors that keep a list of their own are asked/)).toBeTruthy();
});

test.each([
  [404, { message: "No suppressed address with this id" }, /not kept any more/],
  [500, { message: "Broken" }, /Try again/],
])("an entry that is answered %i says so", async (status, body, says) => {
  renderDashboard(`/integrations/suppressions?entry=${SUPPRESSION_ID}`, {
    handlers: {
      "GET /suppressions": () => ({ body: suppressionsOf(aSuppression()) }),
      [`GET /suppressions/${SUPPRESSION_ID}`]: () => ({ status, body }),
    },
  });
  const dialog = await screen.findByRole("dialog", { name: "Suppressed address" });
  expect(await within(dialog).findByText(says)).toBeTruthy();
});

test.each([
  ["a real run", { suppressionId: SUPPRESSION_ID, reason: "bounced", since: "2026-01-05T10:00:00.000Z" }],
  [
    "a dry run",
    { suppressionId: SUPPRESSION_ID, reason: "bounced", address: "ada@example.com", since: "2026-01-05T10:00:00.000Z" },
  ],
])("the sentence of %s that leaves a suppressed address out links to its entry", async (_, raw) => {
  const job = aJob("skipped", {
    type: "email",
    executionDetails: [aDetail(DETAILS.suppressed, { raw: JSON.stringify(raw) })],
  });
  const run = aRun({ jobs: [job] });
  renderDashboard(`/activity/${run._id}`, {
    handlers: {
      [`GET /notifications/${run._id}`]: () => ({ body: { data: run } }),
      "GET /messages": () => ({ body: { data: [], page: 0, pageSize: 25, totalCount: 0, hasMore: false } }),
    },
  });
  const link = await screen.findByRole("link", { name: "Show the suppressed address" });
  expect(link.getAttribute("href")).toContain(`/integrations/suppressions?entry=${SUPPRESSION_ID}`);
});

test("Explain links to the entry that would leave somebody out, by the same link", async () => {
  const step = {
    _id: "mail",
    name: "Mail",
    type: "email",
    status: "skipped",
    reason: { code: "suppressed", text: "bob@example.com is on the list of suppressed addresses" },
    suppression: { _id: SUPPRESSION_ID, address: "bob@example.com" },
    executionDetails: [],
  };
  const explanation = {
    status: "processed",
    workflow: { _id: "w", version: 1, isDraft: false },
    dropped: 0,
    problems: [],
    reasons: [],
    runs: [{ subscriberId: "bob", source: "single", isNew: false, endsAt: "2026-01-05T09:00:00.000Z", steps: [step] }],
    isSample: false,
    isComplete: true,
    assumptions: [],
  };
  renderDashboard("/subscribers/bob/explain?workflow=order-shipped", {
    handlers: {
      ...handlersOf("/subscribers/bob/explain"),
      "POST /events/explain": () => ({ body: { data: explanation } }),
    },
  });
  await press("Explain");
  const link = await screen.findByRole("link", { name: "Show the suppressed address" });
  expect(link.getAttribute("href")).toContain(`/integrations/suppressions?entry=${SUPPRESSION_ID}`);
});

test.each([
  ["admin", 1],
  ["viewer", 0],
])("%s is offered to lift the entry that is shown %i times", async (role, times) => {
  renderDashboard(`/integrations/suppressions?entry=${SUPPRESSION_ID}`, {
    handlers: {
      "GET /suppressions": () => ({ body: suppressionsOf() }),
      [`GET /suppressions/${SUPPRESSION_ID}`]: () => ({ body: { data: aSuppression() } }),
      "GET /auth/session": () => ({ body: { data: sessionOf(role) } }),
    },
  });
  const dialog = await screen.findByRole("dialog", { name: "Suppressed address" });
  expect(await within(dialog).findByText("550 No such user")).toBeTruthy();
  expect(within(dialog).queryAllByRole("button", { name: "Lift ada@example.com" })).toHaveLength(times);
});
