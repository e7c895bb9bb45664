// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { PreviewWaitDates, SimulateWait, WaitDates, WaitSimulation } from "#contract/v2/step-waits.ts";
import type { StepV2, UpdateWorkflowV2 } from "#contract/v2/workflows.ts";
import { type Answer, failure } from "./testing/fake-server.ts";
import { aWorkflow, DEVELOPMENT, PRODUCTION } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aStepV2, aWorkflowV2, opened } from "./testing/workflow-v2.ts";

// The panels of steps that wait or count: kinds, fields, the sentence and the drawing, the next dates, and last week's events.

beforeAll(async () => {
  await Promise.all([
    import("#dashboard/components/code/code-editor.tsx"),
    import("#dashboard/components/dates/cron-description.ts"),
    import("./features/workflows/editor/waits/wait-panels.tsx"),
  ]);
});
afterEach(cleanup);

const DATES: WaitDates = {
  timezone: "Europe/Berlin",
  dates: [
    { at: "2027-03-27T01:30:00.000Z", local: "2027-03-27T02:30:00" },
    {
      at: "2027-03-28T01:00:00.000Z",
      local: "2027-03-28T03:00:00",
      clockChange: { at: "2027-03-28T01:00:00.000Z", from: "2027-03-28T02:00:00", to: "2027-03-28T03:00:00" },
      skipped: "2027-03-28T02:30:00",
    },
  ],
};

const SIMULATED: WaitSimulation = {
  from: "2026-11-20T10:00:00.000Z",
  until: "2026-11-27T10:00:00.000Z",
  events: 120,
  runs: 120,
  isCut: false,
  messages: 14,
  waiting: 1,
  letThrough: 0,
  dropped: 0,
  failed: 0,
  largest: 31,
  median: 8.5,
  days: [
    { day: "2026-11-26", runs: 100, messages: 10, dropped: 0 },
    { day: "2026-11-27", runs: 20, messages: 4, dropped: 0 },
  ],
  first: [{ at: "2026-11-26T09:00:00.000Z", subscriberId: "ada", key: "post-1", count: 31 }],
};

const data = (body: unknown): Answer => ({ body: { data: body } });

type Type = "digest" | "delay" | "throttle" | "wait_for_event";

interface Answers {
  environmentId?: string;
  /** Steps behind it. */
  others?: StepV2[];
  answerDates?: (asked: PreviewWaitDates, call: number) => Answer;
  answerSimulation?: (call: number) => Answer;
}

/** Opens a step of the values. The server keeps its saves, and answers with the dates and the simulation unless another handler does. */
async function open(
  type: Type,
  controlValues: Record<string, unknown>,
  {
    environmentId = DEVELOPMENT,
    others = [],
    answerDates = () => data(DATES),
    answerSimulation = () => data(SIMULATED),
  }: Answers = {},
) {
  const workflow = aWorkflow();
  const opening = aStepV2({ _id: "wait", stepId: "wait", name: "Wait", type, controlValues });
  let stored = aWorkflowV2({ _id: workflow._id, steps: [opening, ...others] });
  const dates: PreviewWaitDates[] = [];
  const simulations: SimulateWait[] = [];
  const rendered = renderDashboard(`/workflows/${workflow._id}/steps/wait`, {
    environmentId,
    handlers: {
      ...opened(workflow),
      [`GET /v2/workflows/${workflow._id}`]: () => data(stored),
      [`PUT /v2/workflows/${workflow._id}`]: ({ body }) => {
        const [sent] = (body as UpdateWorkflowV2).steps;
        const values = (sent?.controlValues ?? {}) as StepV2["controlValues"];
        stored = { ...stored, steps: [{ ...opening, controlValues: values }, ...others], version: stored.version + 1 };
        return data(stored);
      },
      "POST /v2/waits/dates": ({ body }) => {
        const asked = body as PreviewWaitDates;
        return answerDates(asked, dates.push(asked));
      },
      [`POST /v2/workflows/${workflow._id}/waits/simulate`]: ({ body }) => {
        return answerSimulation(simulations.push(body as SimulateWait));
      },
      "GET /notifications": () => ({ body: { data: [], page: 0, pageSize: 10, hasMore: false } }),
    },
  });
  await screen.findByRole("heading", { name: "Wait", level: 2 });
  await screen.findByRole("figure", { name: "In words" });
  const values = () => stored.steps[0]?.controlValues;
  return { ...rendered, dates, simulations, values };
}

const sentence = () => screen.getByRole("figure", { name: "In words" }).querySelector("figcaption")?.textContent;
const drawing = () => screen.getByRole("img", { name: /^Time line of the / });
const kind = (name: string) => screen.getByRole("radio", { name });

test("a digest reads back its sentence and draws it, and both follow what is chosen", async () => {
  const { values } = await open("digest", { amount: 1, unit: "hours", digestKey: "postId" });
  expect(sentence()).toBe(
    "Collects a subscriber's events of one payload.postId from the first one for 1 hour; sends them as one at the end.",
  );
  expect(drawing().getAttribute("aria-label")).toContain("One message with all three goes out after 1 hour.");
  fireEvent.click(kind("Only when busy"));
  await waitFor(() => expect(sentence()).toMatch(/^Sends an event at once when none/));
  expect(drawing().getAttribute("aria-label")).toContain("is sent at once");
  await waitFor(() =>
    expect(values()).toEqual({
      type: "regular",
      amount: 1,
      unit: "hours",
      digestKey: "postId",
      lookBackWindow: { amount: 1, unit: "hours" },
    }),
  );
});

test("the kind is chosen with the arrow keys", async () => {
  await open("digest", { amount: 1, unit: "hours" });
  act(() => kind("For a time").focus());
  fireEvent.keyDown(kind("For a time"), { key: "ArrowDown" });
  await waitFor(() => expect(sentence()).toMatch(/^Sends an event at once when none/));
});

test("a digest on days has days as buttons, and the next dates with changes of the clock, in a zone of the member's choice", async () => {
  const timed = { weekDays: ["monday"], atTime: "02:30", timezone: "Europe/Berlin" };
  const { values, dates } = await open("digest", { type: "timed", amount: 1, unit: "weeks", timed });
  const list = await screen.findByRole("region", { name: "Next dates" });
  await within(list).findByText("The clock goes forward: 02:30 does not exist, ends at 03:00");
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  expect(dates[0]).toMatchObject({ type: "digest", controlValues: { timed } });

  const friday = screen.getByRole("button", { name: "Friday" });
  expect(screen.getByRole("button", { name: "Monday" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(friday);
  await waitFor(() => expect(values()).toMatchObject({ timed: { weekDays: ["monday", "friday"] } }));
  await waitFor(() =>
    expect(dates.at(-1)).toMatchObject({ controlValues: { timed: { weekDays: ["monday", "friday"] } } }),
  );
});

test("a digest of months has any of their days, or an ordinal", async () => {
  const { values } = await open("digest", {
    type: "timed",
    amount: 1,
    unit: "months",
    timed: { atTime: "09:00", monthDays: [1] },
  });
  fireEvent.click(screen.getByRole("button", { name: "Day 15" }));
  await waitFor(() => expect(values()).toMatchObject({ timed: { monthDays: [1, 15] } }));
  fireEvent.click(screen.getByRole("radio", { name: "By weekday" }));
  await waitFor(() =>
    expect(values()).toMatchObject({ timed: { monthlyType: "on", ordinal: "1", ordinalValue: "monday" } }),
  );
});

test("a time of day that lacks is said at its field", async () => {
  await open("digest", { type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } });
  const at = screen.getByRole("group", { name: "At" });
  // By the clock of 24 hours, as the sentence says it.
  expect(
    within(at)
      .getAllByRole("spinbutton")
      .map(({ textContent }) => textContent),
  ).toEqual(["09", "00"]);
  for (const part of within(at).getAllByRole("spinbutton")) {
    act(() => part.focus());
    fireEvent.keyDown(part, { key: "Backspace" });
    fireEvent.keyDown(part, { key: "Backspace" });
  }
  await screen.findByText("Enter the time of day at which it ends");
});

test("a cron expression has its words below it, and what is refused about it", async () => {
  const refusal = "controlValues.cron must be a cron expression of five fields";
  const { values } = await open(
    "delay",
    { type: "timed", cron: "0 9 * * 1", timezone: "UTC" },
    {
      answerDates: ({ controlValues }) => (controlValues.cron === "every day" ? failure(400, refusal) : data(DATES)),
    },
  );
  await screen.findByText(/^At 09:00, only on Monday\. Five fields/);
  await waitFor(() =>
    expect(sentence()).toBe("Waits until the next of its times (at 09:00, only on Monday, UTC), then goes on."),
  );
  const field = screen.getByLabelText("Cron expression");
  fireEvent.change(field, { target: { value: "every day" } });
  await screen.findByText("Cron expression must be a cron expression of five fields");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  screen.getByText("Correct the marked fields to see when it ends.");
  await waitFor(() => expect(values()).toMatchObject({ cron: "every day" }));
});

test("next dates that could not be read are tried again where they are", async () => {
  const answerDates = (_asked: unknown, call: number) => (call === 1 ? failure(500, "no") : data(DATES));
  await open("delay", { type: "timed", cron: "0 9 * * 1" }, { answerDates });
  const region = await screen.findByRole("region", { name: "Next dates" });
  fireEvent.click(await within(region).findByRole("button", { name: "Try again" }));
  expect((await within(region).findAllByRole("listitem")).length).toBe(2);
});

test("a simulation is for what is typed, is shown as numbers, days and messages, and says when it is outdated", async () => {
  const { simulations } = await open("digest", { amount: 1, unit: "hours" });
  const region = screen.getByRole("region", { name: "Simulation" });
  expect(simulations).toEqual([]);
  fireEvent.click(within(region).getByRole("button", { name: "Simulate" }));
  await within(region).findByText("120 events: 1 digest still open, 14 messages sent.");
  expect(simulations).toMatchObject([{ type: "digest", controlValues: { amount: 1, unit: "hours" } }]);
  expect(within(region).getByText("Largest").parentElement?.textContent).toContain("31");
  expect(
    within(region).getByRole("img", { name: /^By day\. Thu 26: 100 runs, 10 messages; Fri 27: 20 runs, 4 messages$/ }),
  ).toBeTruthy();
  const row = within(region).getAllByRole("row")[1];
  expect(row?.textContent).toMatch(/ada.*post-1.*31/);

  fireEvent.click(kind("Only when busy"));
  await within(region).findByText("The step has changed since: simulate again.");
  fireEvent.click(within(region).getByRole("button", { name: "Simulate" }));
  await waitFor(() => expect(simulations).toHaveLength(2));
  expect(simulations[1]).toMatchObject({ controlValues: { lookBackWindow: { amount: 1, unit: "hours" } } });
  await waitFor(() => expect(within(region).queryByText(/has changed since/)).toBeNull());
});

test("another step has a simulation of its own", async () => {
  const another = aStepV2({
    _id: "later",
    stepId: "later",
    name: "Later",
    type: "digest",
    controlValues: { amount: 2, unit: "hours" },
  });
  await open("digest", { amount: 1, unit: "hours" }, { others: [another] });
  fireEvent.click(screen.getByRole("button", { name: "Simulate" }));
  await screen.findByText(/^120 events: /);
  fireEvent.click(screen.getByRole("link", { name: "Later" }));
  await screen.findByRole("heading", { name: "Later", level: 2 });
  expect(screen.queryByText(/^120 events: /)).toBeNull();
});

test("a throttle draws what it lets pass, and its simulation says what it would have ended, what failed, and that not all was read", async () => {
  const result = {
    ...SIMULATED,
    messages: 90,
    dropped: 28,
    waiting: 0,
    isCut: true,
    failed: 2,
    problem: "No such date",
  };
  await open(
    "throttle",
    { type: "fixed", threshold: 2, amount: 1, unit: "hours" },
    { answerSimulation: () => data(result) },
  );
  expect(drawing().getAttribute("aria-label")).toContain("The first 2 runs pass, and the next two end");
  fireEvent.click(screen.getByRole("button", { name: "Simulate" }));
  await screen.findByText("Of 120 runs, 90 would have passed and 28 would have been ended.");
  screen.getByText(/^Only the newest 120 events were read, since /);
  screen.getByText("2 runs would have failed here. No such date");
});

test("a simulation without events says what to do, and one that fails is tried again", async () => {
  const none = { ...SIMULATED, events: 0, runs: 0, messages: 0, waiting: 0, days: [], first: [] };
  const answerSimulation = (call: number) => (call === 1 ? failure(500, "no") : data(none));
  await open("delay", { amount: 1, unit: "hours" }, { answerSimulation });
  const region = screen.getByRole("region", { name: "Simulation" });
  fireEvent.click(within(region).getByRole("button", { name: "Simulate" }));
  fireEvent.click(await within(region).findByRole("button", { name: "Try again" }));
  await within(region).findByText(/^No event came in the last seven days\. Trigger the workflow/);
});

test("a wait for an event is read back and drawn", async () => {
  await open("wait_for_event", { signal: "paid", amount: 1, unit: "days" });
  expect(sentence()).toBe(
    "Waits for the signal paid of the same subscriber; goes on as soon as it comes, or without it after 1 day.",
  );
  expect(drawing().getAttribute("aria-label")).toContain("goes on without it after 1 day");
  expect(screen.queryByRole("region", { name: "Simulation" })).toBeNull();
});

test("Production shows the panel without anything that changes it, and simulates all the same", async () => {
  const timed = { weekDays: ["monday"], atTime: "09:00" };
  const values = { type: "timed", amount: 1, unit: "weeks", timed };
  const { simulations, received } = await open("digest", values, { environmentId: PRODUCTION });
  const friday = screen.getByRole("button", { name: "Friday" });
  expect(friday.hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.getByRole("group", { name: "Collects" }).textContent).toMatch(/^At set times/);
  expect(sentence()).toMatch(/every week on Monday/);
  fireEvent.click(screen.getByRole("button", { name: "Simulate" }));
  await waitFor(() => expect(simulations).toHaveLength(1));
  expect(received.filter(({ method }) => method === "PUT")).toEqual([]);
});
