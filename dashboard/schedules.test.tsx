// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { recurrenceText } from "./features/schedules/schedule-texts.ts";
import { bodyOf, TypedSchedule, valuesOf } from "./features/schedules/schedule-values.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aSchedule, DATES, SCHEDULE_ID } from "./testing/schedules.ts";
import { handlersOf } from "./testing/screens.ts";

// Schedules: their rules in words, their next dates, and what their form sends.

afterEach(cleanup);

test("a rule is read in words, with its zone", () => {
  const of = (recurrence: Parameters<typeof recurrenceText>[0]["recurrence"]) =>
    recurrenceText({ recurrence, timezone: "Europe/Berlin" });
  expect(of(aSchedule().recurrence)).toBe("Every week on Monday at 09:00, Europe/Berlin");
  expect(of({ type: "once", at: "2026-12-01T09:00" })).toBe("Once: Tue, 1 Dec 2026, 09:00, Europe/Berlin");
  expect(of({ type: "timed", amount: 30, unit: "minutes" })).toBe("Every 30 minutes");
  expect(of({ type: "timed", amount: 1, unit: "hours" })).toBe("Every hour");
});

test("the form of a schedule shows the next dates with changes of the clock, and sends what it was given", async () => {
  const sent: unknown[] = [];
  renderDashboard("/schedules", {
    handlers: {
      ...handlersOf("/schedules"),
      "POST /v2/waits/dates": ({ body }) => {
        sent.push(body);
        return { body: { data: DATES } };
      },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Actions of Orders of the week" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));
  expect(await screen.findByText("Since 29 Mar the clock is forward from 02:00 to 03:00")).toBeTruthy();
  expect(sent.at(-1)).toEqual({
    type: "digest",
    controlValues: {
      type: "timed",
      amount: 1,
      unit: "weeks",
      timed: { atTime: "09:00", weekDays: ["monday"], timezone: "Europe/Berlin" },
    },
  });
});

test("what the form cannot show of a schedule stays as it is", () => {
  const to = [
    { type: "Topic", topicKey: "crew", exclude: ["ada"] },
    { type: "Topic", topicKey: "guests" },
  ];
  const timed = { atTime: "09:00", monthlyType: "on" as const, ordinal: "1" as const, ordinalValue: "monday" as const };
  const schedule = aSchedule({ to, recurrence: { type: "timed", amount: 1, unit: "months", timed } });
  const body = bodyOf(TypedSchedule.parse(valuesOf(schedule, "UTC")), schedule);
  expect(body).toMatchObject({
    to,
    recurrence: schedule.recurrence,
    workflow: "parcel-sent",
    timezone: "Europe/Berlin",
  });
  for (const audience of [{ type: "Broadcast" }, { type: "Topic", topicKey: "crew" }, ["ada", "grace"]]) {
    const one = aSchedule({ to: audience });
    expect(bodyOf(TypedSchedule.parse(valuesOf(one, "UTC")), one).to).toEqual(audience);
  }
});

test("a schedule is opened by its address, and says what could not be fired", async () => {
  const { router } = renderDashboard(`/schedules?entry=${SCHEDULE_ID}`, {
    handlers: {
      ...handlersOf("/schedules"),
      [`GET /schedules/${SCHEDULE_ID}`]: () => ({
        body: { data: aSchedule({ failures: 2, lastError: "The topic crew does not exist" }) },
      }),
    },
  });
  const dialog = await screen.findByRole("dialog", { name: "Orders of the week" });
  expect(within(dialog).getByText("The topic crew does not exist")).toBeTruthy();
  expect(within(dialog).getByText("Mon, 12 Jan 2026, 09:00")).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});
