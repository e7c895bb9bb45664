import { describe, expect, test, vi } from "vitest";
import type { FilterOperator, FilterTimeUnit, PreviousStepState } from "#contract/constants/conditions.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import { evaluateFilters, previousStepsIn } from "./conditions.ts";
import type { ConditionContext } from "./filter-parts.ts";

const now = new Date("2024-05-04T10:00:00.000Z");
const payload = { plan: "pro", count: 3, tags: ["a"], user: { vip: true }, items: [{ sku: "x" }] };
const part = (field: string, value: unknown, operator: FilterOperator = "EQUAL"): FilterPart => ({
  on: "payload",
  field,
  value,
  operator,
});
const yes = part("plan", "pro");
const no = part("plan", "free");
const webhook = (value: string): FilterPart => ({
  on: "webhook",
  webhookUrl: "https://example.com",
  field: "ok",
  operator: "EQUAL",
  value,
});
const group = (value: Filter["value"], children: Filter["children"], more: Partial<Filter> = {}): Filter => ({
  value,
  children,
  ...more,
});
const and = (...children: (FilterPart | Filter)[]) => group("AND", children);
const or = (...children: (FilterPart | Filter)[]) => group("OR", children);

const evaluate = (filters: Filter[], context: Partial<ConditionContext> = {}) =>
  evaluateFilters(filters, { payload, now, ...context });
const passes = async (filters: Filter[], context?: Partial<ConditionContext>) =>
  (await evaluate(filters, context)).passed;

describe("groups", () => {
  test.each<[string, Filter[]]>([
    ["no group", []],
    ["a group without children", [and()]],
  ])("%s asks for nothing and passes", async (_, filters) => {
    expect(await evaluate(filters)).toEqual({ passed: true, conditions: [] });
  });

  test.each<[string, Filter[], boolean]>([
    ["AND needs all", [and(yes, yes)], true],
    ["AND fails on one", [and(yes, no)], false],
    ["OR needs one", [or(no, yes)], true],
    ["OR fails on none", [or(no, no)], false],
    ["of several groups the first that passes decides", [and(no), and(yes)], true],
    ["all groups fail", [and(no), or(no)], false],
    ["a single child passes by itself", [group(undefined, [yes])], true],
    ["a single child fails by itself", [group(undefined, [no])], false],
    ["two children without AND or OR fail", [group(undefined, [yes, yes])], false],
    ["a negated group passes when its children fail", [group("AND", [no], { isNegated: true })], true],
    ["a negated group fails when its children pass", [group("OR", [no, yes], { isNegated: true })], false],
    ["a group inside a group is evaluated", [and(yes, { type: "GROUP", ...or(no, yes) })], true],
    ["a negated group inside a group", [and(yes, group("AND", [yes], { isNegated: true }))], false],
  ])("%s", async (_, filters, passed) => {
    expect(await passes(filters)).toBe(passed);
  });

  test("AND records every condition, OR stops at the first that passes", async () => {
    expect((await evaluate([and(no, yes)])).conditions.map(({ passed }) => passed)).toEqual([false, true]);
    expect((await evaluate([or(no, yes, yes)])).conditions.map(({ passed }) => passed)).toEqual([false, true]);
  });
});

describe("what is compared", () => {
  const subscriber = { firstName: "Ann", data: { city: "Rome" } };
  const tenant = { identifier: "acme", data: { count: 5 } };

  test.each<[FilterPart, boolean]>([
    [part("user.vip", "true"), true],
    [part("items.0.sku", "x"), true],
    [part("count", "3", "LARGER_EQUAL"), true],
    [part("user.missing.deep", undefined, "IS_DEFINED"), false],
    [{ on: "subscriber", field: "data.city", operator: "EQUAL", value: "Rome" }, true],
    [{ on: "subscriber", field: "data.town", operator: "IS_DEFINED" }, false],
    [{ on: "tenant", field: "identifier", operator: "EQUAL", value: "acme" }, true],
    [{ on: "tenant", field: "data.count", operator: "LARGER", value: "{{payload.count}}" }, true],
  ])("%j: %j", async (child, passed) => {
    expect(
      await passes([and(child)], { subscriber, tenant, renderValue: (text) => text.replace("{{payload.count}}", "3") }),
    ).toBe(passed);
  });

  test("without tenant its fields are missing", async () => {
    expect(await passes([and({ on: "tenant", field: "identifier", operator: "EQUAL", value: "acme" })])).toBe(false);
  });

  test("a condition is recorded in texts, with its expected value rendered", async () => {
    const { conditions } = await evaluate([and(part("tags", "{{x}}", "IN"), part("none", "a", "NOT_EQUAL"))], {
      renderValue: () => "a",
    });
    expect(conditions).toEqual([
      { filter: "Payload", field: "tags", expected: "a", actual: '["a"]', operator: "IN", passed: true },
      { filter: "Payload", field: "none", expected: "a", actual: "", operator: "NOT_EQUAL", passed: true },
    ]);
  });

  test("a group of type DATE compares moments", async () => {
    const filters = [group("AND", [part("at", "2024-05-04T12:00:00+02:00")], { type: "DATE" })];
    expect(await passes(filters, { payload: { at: "2024-05-04T10:00:00.000Z" } })).toBe(true);
  });

  test("an expected value that cannot be rendered fails the evaluation", async () => {
    const renderValue = () => {
      throw new Error("no such filter");
    };
    await expect(evaluate([and(yes)], { renderValue })).rejects.toThrow("no such filter");
  });
});

describe("webhooks", () => {
  const answering = (answer: unknown) => vi.fn(async () => answer);

  test.each<[string, Filter, number, boolean]>([
    ["AND: a cheap sibling fails", and(webhook("yes"), no), 0, false],
    ["AND: the cheap siblings pass", and(yes, webhook("yes")), 1, true],
    ["OR: a cheap sibling passes", or(webhook("yes"), yes), 0, true],
    ["OR: the cheap siblings fail", or(webhook("yes"), no), 1, true],
    ["the webhook says something else", and(yes, webhook("no")), 1, false],
    ["inside a group it still waits for the cheap siblings", and(or(webhook("yes")), no), 0, false],
  ])("%s", async (_, filter, calls, passed) => {
    const resolve = answering({ ok: "yes" });
    expect((await evaluateFilters([filter], { payload, now }, resolve)).passed).toBe(passed);
    expect(resolve).toHaveBeenCalledTimes(calls);
  });

  test("without an address it takes no part, and where webhooks are not asked, the answer is empty", async () => {
    const resolve = answering({ ok: "yes" });
    const { webhookUrl: _, ...bare } = webhook("yes");
    expect((await evaluateFilters([and(bare)], { now }, resolve)).passed).toBe(true);
    expect((await evaluateFilters([and(bare, no)], { payload, now }, resolve)).passed).toBe(false);
    expect(resolve).not.toHaveBeenCalled();
    expect(await passes([and(webhook("yes"))])).toBe(false);
  });

  test("a webhook that cannot be reached fails the evaluation", async () => {
    const unreachable = () => Promise.reject(new Error("unreachable"));
    await expect(evaluateFilters([and(webhook("yes"))], { now }, unreachable)).rejects.toThrow("unreachable");
  });
});

describe("being online", () => {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const isOnline = (value: unknown) => [and({ on: "isOnline", value })];
  const inLast = (value: number, timeOperator?: FilterTimeUnit) => [and({ on: "isOnlineInLast", value, timeOperator })];

  test.each<[object, boolean, boolean]>([
    [{ isOnline: true }, true, true],
    [{ isOnline: true }, false, false],
    [{ isOnline: false }, false, true],
    [{ isOnline: false }, true, false],
    [{ isOnline: null, lastOnlineAt: null }, true, false],
    [{ isOnline: null, lastOnlineAt: null }, false, false],
    [{}, false, false],
  ])("subscriber %j, online %j: %j", async (subscriber, value, passed) => {
    expect(await passes(isOnline(value), { subscriber })).toBe(passed);
  });

  test.each<[string, object, Filter[], boolean]>([
    ["online now", { isOnline: true }, inLast(1, "minutes"), true],
    ["exactly 5 minutes ago", { isOnline: false, lastOnlineAt: ago(5) }, inLast(5, "minutes"), true],
    ["a whole minute later", { isOnline: false, lastOnlineAt: ago(6) }, inLast(5, "minutes"), false],
    ["within the fifth hour", { isOnline: false, lastOnlineAt: ago(5 * 60 + 59) }, inLast(5, "hours"), true],
    ["a day ago", { isOnline: false, lastOnlineAt: ago(24 * 60).toISOString() }, inLast(1, "days"), true],
    ["two days ago", { isOnline: false, lastOnlineAt: ago(48 * 60) }, inLast(1, "days"), false],
    ["offline, moment unknown: counts as now", { isOnline: false }, inLast(1, "minutes"), true],
    ["never seen", {}, inLast(5, "days"), false],
    ["no unit takes no part", {}, inLast(5), true],
  ])("last online: %s", async (_, subscriber, filters, passed) => {
    expect(await passes(filters, { subscriber })).toBe(passed);
  });
});

describe("an earlier step", () => {
  const asks = (stepType?: PreviousStepState, step = "s1") => [and({ on: "previousStep", step, stepType })];
  const having = (message: {
    channel: "in_app" | "email" | "sms";
    seen: boolean;
    read: boolean;
    opened?: boolean;
  }) => ({
    previousSteps: new Map([["s1", message]]),
  });

  test.each<[PreviousStepState | undefined, string, boolean]>([
    ["seen", "sr", true],
    ["seen", "", false],
    ["unseen", "", true],
    ["unseen", "s", false],
    ["read", "sr", true],
    ["read", "s", false],
    ["unread", "s", true],
    ["unread", "sr", false],
    [undefined, "", true],
  ])("%s, with an in-app message marked %j: %j", async (state, marks, passed) => {
    const message = { channel: "in_app" as const, seen: marks.includes("s"), read: marks.includes("r") };
    expect(await passes(asks(state), having(message))).toBe(passed);
  });

  test.each<[PreviousStepState, boolean, boolean]>([
    ["read", true, true],
    ["seen", true, true],
    ["unread", true, false],
    ["unseen", false, true],
  ])("email is %s, opened %j: %j", async (state, opened, passed) => {
    expect(await passes(asks(state), having({ channel: "email", seen: false, read: false, opened }))).toBe(passed);
  });

  test("a step that made no message passes", async () => {
    expect(await passes(asks("read"))).toBe(true);
    expect(await passes(asks("read", "s2"), having({ channel: "in_app", seen: false, read: false }))).toBe(true);
  });

  test("the steps asked about can be listed beforehand, each once, also from groups inside groups", () => {
    const ask = (step: string): FilterPart => ({ on: "previousStep", step, stepType: "read" });
    expect(previousStepsIn([and(ask("a"), yes, or(ask("b"), ask("a")))])).toEqual(["a", "b"]);
    expect(previousStepsIn([])).toEqual([]);
  });
});
