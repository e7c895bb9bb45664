// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { useTestChoices } from "./features/workflows/test/test-choices.ts";
import type { Handler } from "./testing/fake-server.ts";
import { aDetail, aJob, aRun, aWorkflow } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aStepV2, listOf, opened } from "./testing/workflow-v2.ts";

// The panel of a test run, and the run on the canvas.

afterEach(cleanup);

const workflow = aWorkflow();
const pageOf = (...data: unknown[]) => ({
  body: { data, page: 0, pageSize: 20, totalCount: data.length, hasMore: false },
});
const accepted: Handler = () => ({
  status: 201,
  body: { data: { acknowledged: true, status: "processed", transactionId: "tx-1" } },
});
const topics = {
  "GET /v2/topics": () => ({
    body: { data: [{ key: "crew", name: "Crew" }], next: null, previous: null, totalCount: 1, totalCountCapped: false },
  }),
  "GET /v2/topics/crew/subscriptions": () => ({
    body: { data: [], next: null, previous: null, totalCount: 1_204, totalCountCapped: false },
  }),
};

beforeEach(() => useTestChoices.setState({ choices: {} }));

function openPanel(handlers: Record<string, Handler> = {}) {
  return renderDashboard(`/workflows/${workflow._id}/test`, {
    handlers: {
      ...opened(workflow),
      ...topics,
      "GET /v2/workflows": () => listOf(),
      "GET /notifications": () => pageOf(),
      "POST /events/trigger": accepted,
      ...handlers,
    },
  });
}

const choose = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("radio", { name }));
async function pick(label: string, text: string, option: string | RegExp) {
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${label}`) }));
  fireEvent.change(await screen.findByRole("searchbox", { name: new RegExp(label, "i") }), { target: { value: text } });
  fireEvent.click(await screen.findByRole("option", { name: option }));
}

const triggers = (received: readonly { path: string; body: unknown }[]) =>
  received.filter(({ path }) => path === "/events/trigger").map(({ body }) => body);

test("a live test to a topic asks first, names the number of its subscribers, and sends once that is confirmed", async () => {
  const { received } = openPanel();
  await choose("Live");
  fireEvent.click(screen.getByRole("checkbox", { name: "Skip delays" }));
  await choose("A topic");
  await pick("Topic", "", "Crew");
  await screen.findByText("Sends to 1,204 subscribers.");
  fireEvent.click(screen.getByRole("button", { name: "Send live test to 1,204 subscribers" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Send to 1,204 subscribers?" }));
  expect(triggers(received)).toEqual([]);
  fireEvent.click(question.getByRole("button", { name: "Send to 1,204 subscribers" }));
  await waitFor(() => expect(triggers(received)).toHaveLength(1));
  const [sent] = triggers(received);
  expect(sent).toMatchObject({ to: { type: "Topic", topicKey: "crew" } });
  expect(sent).not.toHaveProperty("testMode");
});

test("a test takes the payload of a sample, and an actor whom no template uses", async () => {
  const sample = { _id: "00000000-0000-4000-8000-0000000000d1", name: "Large order", payload: { order: 7 } };
  const { received } = openPanel({
    [`GET /v2/workflows/${workflow._id}/samples`]: () => ({ body: { data: [sample] } }),
  });
  fireEvent.click(await screen.findByRole("button", { name: /^Example.*Sample/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Large order" }));
  fireEvent.change(screen.getByLabelText("Actor's subscriber id"), { target: { value: "grace" } });
  fireEvent.click(screen.getByRole("button", { name: "Run dry test" }));
  await waitFor(() => expect(triggers(received)).toHaveLength(1));
  expect(triggers(received)[0]).toMatchObject({ payload: { order: 7 }, actor: { subscriberId: "grace" } });
});

test("a dry test to a topic does not ask", async () => {
  const { received } = openPanel();
  await choose("A topic");
  await pick("Topic", "", "Crew");
  fireEvent.click(screen.getByRole("button", { name: "Run dry test" }));
  await waitFor(() => expect(triggers(received)).toHaveLength(1));
  expect(triggers(received)[0]).toMatchObject({ testMode: { dryRun: true, skipDelays: true } });
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a test to a subscriber is for one that is found, or for a new id, and says whom it lacks", async () => {
  const { received } = openPanel({ "GET /search": () => ({ body: { data: [] } }) });
  await choose("A subscriber");
  fireEvent.click(screen.getByRole("button", { name: "Run dry test" }));
  await screen.findByText("Subscriber must be chosen");
  expect(triggers(received)).toEqual([]);
  await pick("Subscriber", "grace", /grace/);
  await choose("Live");
  fireEvent.click(screen.getByRole("button", { name: "Send live test to grace" }));
  await waitFor(() => expect(triggers(received)).toHaveLength(1));
  expect(triggers(received)[0]).toMatchObject({ to: "grace", testMode: { dryRun: false, skipDelays: true } });
});

test("how a workflow is tested is remembered for it, and for no other", async () => {
  openPanel();
  await choose("Live");
  cleanup();
  openPanel();
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: "Live" }).checked).toBe(true));
  expect(JSON.parse(localStorage.getItem("belfry-test-choices") ?? "").state.choices).toEqual({
    [workflow._id]: { kind: "live", skipDelays: true },
  });
});

const mail = aStepV2();
const runOf = (subscriberId: string, detail: string, raw: object) =>
  aRun({
    _id: `run-${subscriberId}`,
    transactionId: "tx-1",
    testMode: { dryRun: true, skipDelays: true },
    subscriber: { _id: subscriberId, subscriberId, firstName: subscriberId },
    jobs: [
      aJob(detail === DETAILS.wouldBeSent ? "completed" : "canceled", {
        step: { _id: mail._id },
        executionDetails: [aDetail(detail, { raw: JSON.stringify(raw) })],
      }),
    ],
  });

test("the card of a step says what it would do for each of the first members of a topic", async () => {
  const total = { filter: "Payload", field: "total", operator: "LARGER", expected: "10", actual: "3", passed: false };
  const runs = [
    runOf("Ada", DETAILS.wouldBeSent, { integration: "SendGrid", to: "ada@example.com" }),
    runOf("Bob", DETAILS.stepFiltered, { filter: { conditions: [total], passed: false } }),
  ];
  const { router } = renderDashboard(`/workflows/${workflow._id}?run=tx-1`, {
    handlers: {
      ...opened(workflow, { steps: [mail] }),
      "GET /notifications": () => pageOf(...runs),
      "GET /events/trigger/tx-1": () => ({
        body: {
          data: {
            transactionId: "tx-1",
            workflow: { _id: workflow._id, version: 1 },
            state: "completed",
            runs: 1_204,
            jobs: { completed: 1_200, canceled: 4 },
            problems: [],
            engine: { resolved: true, cohorts: { started: 1, finished: 1 } },
          },
        },
      }),
    },
  });
  await screen.findByText("Would send by SendGrid to ada@example.com.");
  expect(screen.getByText("Dry test")).toBeTruthy();
  await screen.findByText("1,204 runs, of which the first 2 are shown. Steps: 1,200 completed, 4 left out.");
  fireEvent.click(screen.getByRole("button", { name: /Run of/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Bob (Bob)" }));
  await screen.findByText("Condition does not pass: payload.total is 3, must be larger than 10.");
  expect(router.state.location.search).toMatchObject({ run: "tx-1", member: "run-Bob" });
});

test("the list of runs marks tests and leaves dry ones out where asked, and the page of one says what it is", async () => {
  const run = runOf("Ada", DETAILS.wouldBeSent, { integration: "SendGrid", to: "ada@example.com" });
  const { received, router } = renderDashboard("/activity", {
    handlers: {
      "GET /notifications": () => pageOf(run),
      "GET /v2/workflows": () => listOf(),
      [`GET /notifications/${run._id}`]: () => ({ body: { data: run } }),
    },
  });
  await screen.findByText("Dry test");
  fireEvent.click(screen.getByRole("button", { name: /^Tests/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Leave dry tests out" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ dryRuns: "exclude" }));
  await waitFor(() => expect(received.at(-1)?.query.get("dryRuns")).toBe("exclude"));
  fireEvent.click(screen.getByRole("button", { name: /^Tests/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "By test delivery" }));
  await waitFor(() => expect(received.at(-1)?.query.get("test")).toBe("test_delivery"));
  expect(received.at(-1)?.query.get("dryRuns")).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: "Order shipped" }));
  await screen.findByText("This is a dry test");
});

test.each([
  [DETAILS.testDeliveryRedirected, "Redirected by test delivery"],
  [DETAILS.testDeliveryRendered, "Withheld by test delivery"],
])("the list of runs marks those with %j", async (detail, badge) => {
  const run = runOf("Ada", detail, {});
  renderDashboard("/activity", {
    handlers: { "GET /notifications": () => pageOf(run), "GET /v2/workflows": () => listOf() },
  });
  await screen.findByText(badge);
});

test("runs are filtered by reasons, priority and whether they are handled", async () => {
  const { received } = renderDashboard("/activity", {
    handlers: {
      "GET /notifications": () => pageOf(runOf("Ada", DETAILS.wouldBeSent, {})),
      "GET /v2/workflows": () => listOf(),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Reason" }));
  fireEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Address is suppressed" }));
  await waitFor(() => expect(received.at(-1)?.query.getAll("reasons")).toEqual(["suppressed"]));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  fireEvent.click(await screen.findByRole("button", { name: "Priority" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Critical" }));
  await waitFor(() => expect(received.at(-1)?.query.get("priority")).toBe("critical"));
  fireEvent.click(await screen.findByRole("button", { name: "Handled" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Not handled" }));
  await waitFor(() => expect(received.at(-1)?.query.get("handled")).toBe("false"));
});
