import { describe, expect, test } from "vitest";
import { type FailedSend, type Failover, hasNext, nextAttempt } from "./failover.ts";

const now = new Date("2026-01-01T00:00:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const option = (integrationId: string, rest: Partial<Failover["options"][number]> = {}) => ({
  integrationId,
  providerId: `provider-${integrationId}`,
  attempts: 0,
  ...rest,
});
const of = (...ids: string[]): Failover => ({ options: ids.map((id) => option(id)) });
const retry: FailedSend = { class: "RETRY", isBegun: true, isUncertain: false, waitMs: 10_000 };
const nextOf = (failover: Failover, integrationId: string, attempts: number, failed: Partial<FailedSend>, at = now) =>
  nextAttempt(
    failover,
    { integrationId, isBound: false, attempts },
    { ...retry, ...failed },
    { now: at, attemptsBeforeNext: 3 },
  );

describe("the error decides", () => {
  test.each(["CREDENTIAL", "FUNDS"] as const)("%s: the next one at once, and never this one again", (errorClass) => {
    const next = nextOf(of("a", "b"), "a", 1, { class: errorClass });
    expect(next).toMatchObject({ option: { integrationId: "b" }, dueAt: now });
    expect(nextOf(next?.failover ?? of(), "b", 1, { class: "FUNDS" })).toBeUndefined();
  });

  test.each(["PERMANENT", "TOKEN"] as const)("%s is the recipient's fault: nothing is left to try", (errorClass) => {
    expect(nextOf(of("a", "b"), "a", 1, { class: errorClass })).toBeUndefined();
  });

  test("RETRY: the same one for its first attempts, then the next one at once", () => {
    expect(nextOf(of("a", "b"), "a", 2, {})).toMatchObject({ option: { integrationId: "a" }, dueAt: later(10) });
    expect(nextOf(of("a", "b"), "a", 3, {})).toMatchObject({ option: { integrationId: "b" }, dueAt: now });
  });

  test("RETRY whose attempts are used up: the next one", () => {
    expect(nextOf(of("a", "b"), "a", 1, { waitMs: undefined })).toMatchObject({ option: { integrationId: "b" } });
  });

  test("an open circuit: the next one at once, before any attempt", () => {
    expect(nextOf(of("a", "b"), "a", 0, { isBegun: false })).toMatchObject({
      option: { integrationId: "b" },
      dueAt: now,
    });
  });
});

test("a message that the vendor may have taken goes through no other integration, also after a later failure", () => {
  const uncertain = nextOf(of("a", "b"), "a", 3, { isUncertain: true });
  expect(uncertain).toMatchObject({ option: { integrationId: "a" }, dueAt: later(10) });
  const failover = uncertain?.failover ?? of();
  const bound = { integrationId: "a", isBound: true };
  expect(hasNext({ ...bound, failover })).toBe(false);
  expect(hasNext({ ...bound, isBound: false, failover })).toBe(true);
  const context = { now, attemptsBeforeNext: 3 };
  expect(nextAttempt(failover, { ...bound, attempts: 4 }, retry, context)).toMatchObject({
    option: { integrationId: "a" },
  });
  const refused: FailedSend = { ...retry, class: "CREDENTIAL" };
  expect(nextAttempt(failover, { ...bound, attempts: 2 }, refused, context)).toBeUndefined();
});

test("an integration that is away is tried again when the one behind it cannot send at all", () => {
  const second = nextOf(of("a", "b"), "a", 3, {});
  const back = nextOf(second?.failover ?? of(), "b", 1, { class: "CREDENTIAL" });
  expect(back).toMatchObject({ option: { integrationId: "a", attempts: 3 }, dueAt: later(10) });
});

test("when all are away, the one whose wait ends first is next, and none is tried before its wait ends", () => {
  const second = nextOf(of("a", "b"), "a", 3, { waitMs: 90_000 });
  const third = nextOf(second?.failover ?? of(), "b", 0, { isBegun: false, waitMs: 60_000 });
  expect(third).toMatchObject({ option: { integrationId: "b" }, dueAt: later(60) });
  const fourth = nextOf(third?.failover ?? of(), "b", 3, { waitMs: 60_000 }, later(60));
  expect(fourth).toMatchObject({ option: { integrationId: "a" }, dueAt: later(90) });
});

test("of three, the one with the fewest attempts is next, in their order", () => {
  const { failover } = nextOf(of("a", "b", "c"), "a", 3, { waitMs: 0 }) ?? { failover: of() };
  expect(nextOf(failover, "b", 3, {})).toMatchObject({ option: { integrationId: "c" } });
});
