// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { sessionOf } from "./testing/fake-server.ts";
import { aDetail, aJob, aRun } from "./testing/fixtures.ts";
import { anIntegration, INTEGRATION_ID, OTHER_INTEGRATION_ID } from "./testing/integrations.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import {
  aCancellation,
  aCancellationPreview,
  aPreview,
  aResumption,
  aRunningResumption,
  CANCELLATION_ID,
  RESUMPTION_ID,
} from "./testing/resumptions.ts";
import { data, press } from "./testing/test-write.ts";

// Runs are resumed from the list, by their boxes or by its filter, and the resumption has a screen.

afterEach(cleanup);

const INTEGRATION = { _id: OTHER_INTEGRATION_ID, name: "Twilio", channel: "sms" as const, providerId: "twilio" };
const FROM = "2026-01-04T10:00:00.000Z";
const CANCELLATION = `/notifications/cancellations/${CANCELLATION_ID}`;
const RESUMPTION = `/notifications/resumptions/${RESUMPTION_ID}`;
const runsOf = (...runs: unknown[]) => ({
  "GET /notifications": () => ({ body: { data: runs, page: 0, pageSize: 10, hasMore: false } }),
});

function openRuns(search = "", preview = aPreview()) {
  return renderDashboard(`/activity${search}`, {
    handlers: {
      ...runsOf(aRun(), aRun()),
      "POST /notifications/resumptions/preview": data(preview),
      "POST /notifications/resumptions": data(aRunningResumption(), 202),
      [`GET ${RESUMPTION}`]: data(aRunningResumption()),
    },
  });
}

test("all that match are previewed by the filter on screen, resumed by it, and the resumption opens", async () => {
  const { received, router } = openRuns(`?channels=email&transactionId=7&after=${FROM}`);
  await press("Resume all that match …");
  const dialog = within(await screen.findByRole("dialog", { name: "Resume all runs that match" }));
  expect(dialog.getByText("Only runs with a failed or unsent step on this channel: Email")).toBeTruthy();
  await dialog.findByText("12,483 runs can be resumed. Completed steps are not repeated.");
  expect(dialog.getByText("SMS").closest("li")?.textContent).toBe("SMS500");
  expect(dialog.getByText("550 mailbox unavailable")).toBeTruthy();
  expect(dialog.getByText("Not sent, because the run was stopped")).toBeTruthy();
  expect(dialog.getByText("As fast as your providers accept the messages")).toBeTruthy();
  fireEvent.click(dialog.getByRole("radio", { name: "Current version" }));
  fireEvent.click(dialog.getByRole("button", { name: /Speed/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Over 1 hour" }));
  expect(dialog.getByText("About 3 runs per second")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Resume 12,483 runs" }));
  await screen.findByRole("heading", { level: 1, name: "After the outage" });
  const filter = { channels: ["email"], transactionId: "7", from: FROM };
  const bodyOf = (path: string) => received.find((call) => call.method === "POST" && call.path === path)?.body;
  expect(bodyOf("/notifications/resumptions/preview")).toEqual({ filter });
  expect(bodyOf("/notifications/resumptions")).toEqual({ filter, version: "current", spreadSeconds: 3_600 });
  expect(router.state.location.pathname).toBe(`/activity/resumptions/${RESUMPTION_ID}`);
});

test("what failed is sent through a chosen integration of the environment", async () => {
  const sms = anIntegration({ _id: OTHER_INTEGRATION_ID, channel: "sms", providerId: "twilio", name: "Twilio" });
  const { received } = renderDashboard("/activity", {
    handlers: {
      ...runsOf(aRun()),
      "GET /integrations": data([
        anIntegration(),
        sms,
        anIntegration({ _id: "off", name: "Old server", active: false }),
      ]),
      "POST /notifications/resumptions/preview": data(aPreview()),
      "POST /notifications/resumptions": data(aRunningResumption({ integration: INTEGRATION }), 202),
      [`GET ${RESUMPTION}`]: data(aRunningResumption({ integration: INTEGRATION })),
    },
  });
  await press("Resume all failed …");
  fireEvent.click(await screen.findByRole("button", { name: /Send through/ }));
  const options = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(options).toEqual(["Integrations in their usual order", "Mail server (Email)", "Twilio (SMS)"]);
  fireEvent.click(screen.getByRole("option", { name: "Twilio (SMS)" }));
  await press("Resume 12,483 runs");
  await screen.findByText("Sent through");
  expect(received.find(({ method, path }) => method === "POST" && path === "/notifications/resumptions")?.body).toEqual(
    {
      filter: {},
      version: "pinned",
      spreadSeconds: 0,
      integrationId: OTHER_INTEGRATION_ID,
    },
  );
});

test("the failed step of a run is retried through another integration", async () => {
  const run = aRun({ jobs: [aJob("failed", { error: { message: "Refused" } })] });
  const { received } = renderDashboard(`/activity/${run._id}`, {
    handlers: {
      "GET /messages": data([]),
      [`GET /notifications/${run._id}`]: data(run),
      "GET /integrations": data([anIntegration()]),
      [`POST /notifications/${run._id}/resume`]: data(aRunningResumption(), 202),
    },
  });
  await press("Retry …");
  fireEvent.click(await screen.findByRole("button", { name: /Send through/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Mail server" }));
  expect(await screen.findByText(/may already have accepted/)).toBeTruthy();
  await press("Retry step");
  await screen.findByText("The run continues with its failed steps");
  expect(received.find(({ method }) => method === "POST")?.body).toEqual({
    version: "pinned",
    integrationId: INTEGRATION_ID,
  });
});

test("a preview that looked at the latest runs alone says so, and the button names no number", async () => {
  openRuns("?channels=email", aPreview({ runs: 0, isExact: false, byChannel: [], byReason: [] }));
  await press("Resume all that match …");
  await screen.findByText("None of the latest 10,000 runs can be resumed. Earlier runs are counted once you start.");
  expect(screen.getByRole("button", { name: "Resume all that match" })).toBeTruthy();
});

test("where nothing can be resumed there is nothing to press", async () => {
  openRuns("", aPreview({ runs: 0, byChannel: [], byReason: [] }));
  await press("Resume all failed …");
  await screen.findByText("There is nothing to resume: no step of these runs failed or was left unsent.");
  expect(screen.queryByLabelText("Name (optional)")).toBeNull();
});

test("a filter with more values than a resumption takes says so before anything is asked", async () => {
  const values = Array.from({ length: 101 }, (_, at) => `subscriberIds=s${at}`);
  const { received } = openRuns(`?${values.join("&")}`);
  await press("Resume all that match …");
  await screen.findByText(/at most 100 workflows and 100 subscribers/);
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
});

test("a viewer cannot select runs", async () => {
  renderDashboard("/activity", {
    handlers: { ...runsOf(aRun()), "GET /auth/session": data(sessionOf("viewer")) },
  });
  await screen.findByRole("row", { name: /Order shipped/ });
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("the list says how far each is, and names those without a name by their filter", async () => {
  const { name: _name, ...nameless } = aRunningResumption({ _id: "2", filter: { providers: ["ses"] } });
  renderDashboard("/activity/resumptions", {
    handlers: { "GET /notifications/resumptions": data([nameless, aResumption()]) },
  });
  const row = within(await screen.findByRole("row", { name: /Provider: ses/ }));
  expect(row.getByText("Running")).toBeTruthy();
  const bar = row.getByRole("progressbar", { name: "Runs" });
  expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuemax")]).toEqual(["3000", "12483"]);
  expect(screen.getByText("12,480 of 12,483 runs resumed, 2 not resumed, 1 with nothing left to do")).toBeTruthy();
  expect(screen.getByRole("link", { name: "After the outage" }).getAttribute("href")).toBe(
    `/activity/resumptions/${RESUMPTION_ID}`,
  );
});

test("a resumption names the reasons of what it left, leads to its runs, and can be aborted only while it runs", async () => {
  let resumption = aRunningResumption();
  const { received } = renderDashboard(`/activity/resumptions/${RESUMPTION_ID}`, {
    handlers: {
      [`GET ${RESUMPTION}`]: () => ({ body: { data: resumption } }),
      [`DELETE ${RESUMPTION}`]: () => {
        resumption = aResumption({ state: "canceled" });
        return { body: { data: resumption } };
      },
    },
  });
  await press("Abort");
  await screen.findByText(/About 9,483 runs will stay as they are/);
  await press("Abort resumption");
  await waitFor(() => expect(screen.getAllByText(/^Aborted/)).toHaveLength(2));
  expect(received.some(({ method }) => method === "DELETE")).toBe(true);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Abort" })).toBeNull());
  expect(screen.getByText("The event was cancelled: trigger the workflow again")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Show the runs" });
  expect(link.getAttribute("href")).toBe("/activity?channels=email");
});

test("a run that was resumed leads to the latest resumption", async () => {
  const resumed = (resumptionId: string, createdAt: string) =>
    aDetail(DETAILS.stepResumed, { raw: JSON.stringify({ resumptionId, version: "pinned" }), createdAt });
  const executionDetails = [resumed(RESUMPTION_ID, "2026-01-05T10:00:00.000Z"), resumed("earlier", FROM)];
  const run = aRun({ jobs: [aJob("completed", { executionDetails })] });
  renderDashboard(`/activity/${run._id}`, { handlers: { [`GET /notifications/${run._id}`]: data(run) } });
  const link = await screen.findByRole("link", { name: "Open the resumption" });
  expect(link.getAttribute("href")).toBe(`/activity/resumptions/${RESUMPTION_ID}`);
});

test("all that match are previewed by workflow and state, cancelled, and the cancellation opens", async () => {
  const { received } = renderDashboard("/activity?transactionId=7&channels=email", {
    handlers: {
      ...runsOf(aRun()),
      "POST /notifications/cancellations/preview": data(aCancellationPreview()),
      "POST /notifications/cancellations": data(aCancellation({ state: "running" }), 202),
      [`GET ${CANCELLATION}`]: data(aCancellation({ state: "running" })),
    },
  });
  await press("Cancel all that match …");
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel all runs that match" }));
  await dialog.findByText("1,204 runs can be cancelled. This cannot be undone.");
  expect(dialog.getByText("Order shipped").closest("li")?.textContent).toBe("Order shipped1,200");
  expect(dialog.getByText("Deleted workflow")).toBeTruthy();
  expect(dialog.getByText("Sending: the current message is sent, later steps are not")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Cancel 1,204 runs" }));
  await screen.findByRole("heading", { level: 1, name: "Wrong prices" });
  const selection = { filter: { transactionId: "7", channels: ["email"] } };
  const bodyOf = (path: string) => received.find((call) => call.method === "POST" && call.path === path)?.body;
  expect(bodyOf("/notifications/cancellations/preview")).toEqual(selection);
  expect(bodyOf("/notifications/cancellations")).toEqual(selection);
});

test("where all have ended there is nothing to cancel, and a filter that a cancellation does not take says so", async () => {
  const handlers = {
    ...runsOf(aRun()),
    "POST /notifications/cancellations/preview": data(
      aCancellationPreview({ runs: 0, byWorkflow: [], byState: [], byStep: [] }),
    ),
  };
  renderDashboard("/activity?transactionId=7", { handlers });
  await press("Cancel all that match …");
  await screen.findByText("There is nothing to cancel: all of these runs have ended.");
  expect(screen.queryByLabelText("Name (optional)")).toBeNull();
  cleanup();
  const { received } = renderDashboard("/activity?tags=orders", { handlers });
  await press("Cancel all that match …");
  await screen.findByText(/and by no other filter/);
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
});

test("without a filter, and for a viewer, not all runs can be cancelled", async () => {
  renderDashboard("/activity", { handlers: runsOf(aRun()) });
  await screen.findByRole("button", { name: "Resume all failed …" });
  expect(screen.queryByRole("button", { name: /^Cancel/ })).toBeNull();
  cleanup();
  renderDashboard("/activity?transactionId=7", {
    handlers: { ...runsOf(aRun()), "GET /auth/session": data(sessionOf("viewer")) },
  });
  await screen.findByRole("row", { name: /Order shipped/ });
  expect(screen.queryByRole("button", { name: /^Cancel/ })).toBeNull();
});

test("the list of cancellations says by whom each is, and how far it is", async () => {
  renderDashboard("/activity/cancellations", {
    handlers: { "GET /notifications/cancellations": data([aCancellation()]) },
  });
  const row = within(await screen.findByRole("row", { name: /Wrong prices/ }));
  expect(row.getByText("1,200 of 1,204 runs cancelled, 1 not cancelled, 3 had already ended")).toBeTruthy();
  expect(row.getByText("Ada Lovelace").parentElement?.textContent).toContain("by API key …1a2b");
});

test("a cancellation says who started it and what it left, and can be aborted while it runs", async () => {
  renderDashboard(`/activity/cancellations/${CANCELLATION_ID}`, {
    handlers: { [`GET ${CANCELLATION}`]: data(aCancellation({ state: "running", done: 200 })) },
  });
  await screen.findByRole("heading", { name: "Not cancelled" });
  expect(screen.getByText("The run was cancelled already")).toBeTruthy();
  expect(screen.getByText("All runs that have not ended, by this filter")).toBeTruthy();
  await press("Abort");
  await screen.findByText("Runs that were cancelled stay cancelled. About 1,000 runs will continue.");
});

test("a run that was cancelled with others leads to the cancellation", async () => {
  const raw = JSON.stringify({ name: "Ada", cancellationId: CANCELLATION_ID });
  const run = aRun({ jobs: [aJob("canceled", { executionDetails: [aDetail(DETAILS.runCanceled, { raw })] })] });
  renderDashboard(`/activity/${run._id}`, { handlers: { [`GET /notifications/${run._id}`]: data(run) } });
  const link = await screen.findByRole("link", { name: "Open the cancellation" });
  expect(link.getAttribute("href")).toBe(`/activity/cancellations/${CANCELLATION_ID}`);
});
