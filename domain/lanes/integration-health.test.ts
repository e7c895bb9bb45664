import { expect, test } from "vitest";
import { type HealthFacts, healthOf, successShare } from "./integration-health.ts";

const NOW = Date.parse("2026-01-05T14:30:00.000Z");
const MINUTE = 60_000;

const facts = (more: Partial<HealthFacts> = {}): HealthFacts => ({
  active: true,
  lastHour: { succeeded: 1_000, failed: 0 },
  latest: { succeeded: 50, failed: 0 },
  failingSince: null,
  outage: null,
  pace: null,
  ...more,
});
const outage = { since: NOW - 9 * MINUTE, coolsUntil: NOW - MINUTE, isLeftAlone: false };

test.each<[string, Partial<HealthFacts>, string]>([
  ["everything arrives", {}, "healthy"],
  ["one in twenty fails", { lastHour: { succeeded: 95, failed: 5 } }, "healthy"],
  ["more than one in twenty fails", { lastHour: { succeeded: 949, failed: 51 } }, "degraded"],
  [
    "nothing was sent in the last hour",
    { lastHour: { succeeded: 0, failed: 0 }, latest: { succeeded: 0, failed: 0 } },
    "idle",
  ],
  [
    "one message failed, and nothing else was sent",
    { lastHour: { succeeded: 0, failed: 1 }, latest: { succeeded: 0, failed: 1 } },
    "degraded",
  ],
  [
    "one of the latest went through",
    { lastHour: { succeeded: 1, failed: 80 }, latest: { succeeded: 1, failed: 80 } },
    "degraded",
  ],
  ["none of the latest went through", { latest: { succeeded: 0, failed: 3 } }, "failing"],
  ["its vendor refuses it", { outage }, "failing"],
  ["it was left alone and waits to be probed", { outage: { ...outage, isLeftAlone: true } }, "failing"],
  ["it is left alone", { outage: { ...outage, isLeftAlone: true, coolsUntil: NOW + MINUTE } }, "away"],
  [
    "a refusal is noted for later than now, and it is tried all the same",
    { outage: { ...outage, coolsUntil: NOW + MINUTE } },
    "failing",
  ],
  ["it is switched off, whatever it did before", { active: false, outage }, "inactive"],
])("when %s", (_when, given, state) => {
  expect(healthOf(facts(given), NOW).state).toBe(state);
});

test("it fails since the first failure after the last success, or since its outage began", () => {
  const latest = { succeeded: 0, failed: 3 };
  expect(healthOf(facts({ latest, failingSince: NOW - 25 * MINUTE }), NOW).since).toBe(NOW - 25 * MINUTE);
  expect(healthOf(facts({ latest, failingSince: NOW - 25 * MINUTE, outage }), NOW).since).toBe(outage.since);
  expect(healthOf(facts({ lastHour: { succeeded: 9, failed: 9 }, failingSince: NOW }), NOW).since).toBeNull();
});

test("a vendor that takes nothing for long is away until it does, and one that paces its sender is not", () => {
  const learned = { perSecond: 1, ceiling: null, refusedAt: NOW - MINUTE, waitMs: 1_000, busyMs: 0 };
  const pace = { blockedUntil: NOW + 5 * MINUTE, refusals: 1, learned };
  expect(healthOf(facts({ pace }), NOW)).toEqual({
    state: "away",
    since: learned.refusedAt,
    awayUntil: pace.blockedUntil,
  });
  expect(healthOf(facts({ pace: { ...pace, blockedUntil: NOW + 1_000 } }), NOW).state).toBe("healthy");
  expect(healthOf(facts({ pace: { ...pace, blockedUntil: NOW + 1_000, refusals: 3 } }), NOW).state).toBe("away");
  expect(healthOf(facts({ pace: { ...pace, blockedUntil: NOW - 1, refusals: 3 } }), NOW).state).toBe("healthy");
});

test("it is away until the later of both moments that say so", () => {
  const pace = { blockedUntil: NOW + 5 * MINUTE, refusals: 0, learned: null };
  const left = { ...outage, isLeftAlone: true, coolsUntil: NOW + MINUTE };
  expect(healthOf(facts({ pace, outage: left }), NOW)).toEqual({
    state: "away",
    since: outage.since,
    awayUntil: NOW + 5 * MINUTE,
  });
});

test("the share of no attempts is unknown", () => {
  expect(successShare({ succeeded: 0, failed: 0 })).toBeNull();
  expect(successShare({ succeeded: 3, failed: 1 })).toBe(0.75);
});
