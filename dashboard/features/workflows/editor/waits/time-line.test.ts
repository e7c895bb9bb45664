import { expect, test } from "vitest";
import { timeLineOf } from "./time-line.ts";

const shares = (type: Parameters<typeof timeLineOf>[0], values: Record<string, unknown>, next?: string) => {
  const line = timeLineOf(type, values, next);
  if (!line) throw new Error("There is no drawing");
  return line;
};

test("a digest collects from its first event to its message, which has all events", () => {
  const { dots, bars, messages, description } = shares("digest", { amount: 1, unit: "hours" });
  expect(bars).toMatchObject([{ from: dots[0]?.at, to: messages[0]?.at, label: "1 hour" }]);
  expect(dots.every(({ at }) => at >= (bars[0]?.from ?? 1) && at < (bars[0]?.to ?? 0))).toBe(true);
  expect(messages).toMatchObject([{ label: "3 events" }]);
  expect(description).toBe(
    "Events come at the beginning, after 18 minutes and after 42 minutes. One message with all three goes out after 1 hour.",
  );
});

test("examples follow the values", () => {
  expect(shares("digest", { amount: 10, unit: "days" }).description).toContain("after 3 days and after 1 week");
  expect(shares("delay", { amount: 2, unit: "weeks" }).description).toContain("goes on 2 weeks later");
});

test("a digest that looks back sends the first event at once, and the second collects", () => {
  const { dots, bars, messages } = shares("digest", {
    amount: 5,
    unit: "minutes",
    lookBackWindow: { amount: 1, unit: "hours" },
  });
  const [lookBack, window] = bars;
  expect(messages[0]?.at).toBe(dots[0]?.at);
  expect(lookBack).toMatchObject({ kind: "lookBack", from: dots[0]?.at, to: dots[1]?.at });
  expect(window).toMatchObject({ kind: "window", from: dots[1]?.at, to: messages[1]?.at, label: "5 minutes" });
});

test.each([
  [1, "days", 1, "seconds"],
  [1, "seconds", 1, "months"],
] as const)(
  "both parts of a look-back can be told apart, with %s %s and %s %s",
  (amount, unit, backAmount, backUnit) => {
    const { bars } = shares("digest", { amount, unit, lookBackWindow: { amount: backAmount, unit: backUnit } });
    for (const { from, to } of bars) expect(to - from).toBeGreaterThan(0.25);
  },
);

test.each([1, 2, 4, 50])("a throttle of %s drops two runs of its window, and lets one pass after it", (threshold) => {
  const { dots, bars, messages, description } = shares("throttle", { threshold, amount: 1, unit: "days" });
  const end = bars[0]?.to ?? 0;
  const dropped = dots.filter(({ kind }) => kind === "dropped");
  expect(dropped).toHaveLength(2);
  expect(dropped.every(({ at }) => at < end)).toBe(true);
  expect(dots.filter(({ kind }) => kind === "event").map(({ at }) => at)).toEqual(messages.map(({ at }) => at));
  expect(messages.filter(({ at }) => at > end)).toHaveLength(1);
  expect(messages.filter(({ at }) => at < end)).toHaveLength(Math.min(threshold, 4));
  expect(description).toContain(threshold === 1 ? "The first run passes" : `The first ${threshold} runs pass`);
});

test("what ends at set times ends at the next of them", () => {
  const values = { type: "timed", cron: "0 9 * * 1" };
  expect(shares("digest", values, "Mon 30 Nov, 09:00").messages).toMatchObject([{ label: "Mon 30 Nov, 09:00" }]);
  expect(shares("delay", values).messages).toMatchObject([{ label: "the next of its times" }]);
});

test("a wait for an event goes on when it comes, or at its end", () => {
  const { dots, messages } = shares("wait_for_event", { signal: "paid", amount: 1, unit: "days" });
  expect(dots[1]).toMatchObject({ kind: "awaited", label: "paid", at: messages[0]?.at });
  expect(messages[1]?.label).toBe("without it");
});

test.each([
  ["digest", { unit: "hours" }],
  ["digest", { amount: 0, unit: "hours" }],
  ["digest", { amount: 1, unit: "hours", lookBackWindow: {} }],
  ["delay", { type: "dynamic" }],
  ["throttle", { threshold: 1.5, amount: 1, unit: "hours" }],
  ["wait_for_event", { amount: 1, unit: "hours" }],
] as const)("a %s with %j is not drawn yet", (type, values) => {
  expect(timeLineOf(type, values, undefined)).toBeUndefined();
});
