import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  FIELD_TYPES,
  FILTER_OPERATORS,
  FILTER_TIME_UNITS,
  type FilterOperator,
  type FilterTimeUnit,
  LOGICAL_OPERATORS,
  PREVIOUS_STEP_STATES,
} from "#contract/constants/conditions.ts";
import { isFinished } from "#contract/constants/templates/unfinished-conditions.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import { evaluateFilters, partsOf } from "./conditions/conditions.ts";
import type { ConditionContext, PreviousMessage } from "./conditions/filter-parts.ts";

// Conditions at random, against their rules written down a second time, in the plainest way.

const now = new Date("2024-05-04T10:00:00.000Z");
const HOUR = 3_600_000;

/** The context of an evaluation, with the answer of the webhook. */
interface World extends ConditionContext {
  answer: unknown;
}

const isNothing = (value: unknown) => value === undefined || value === null;
const texted = (value: unknown): string => {
  if (isNothing(value)) return "";
  return typeof value === "object" ? JSON.stringify(value) : `${value}`;
};

/** NaN for what is no number. */
const numberOf = (value: unknown) => (value === "" || typeof value === "object" ? Number.NaN : Number(value));

function isSame(actual: unknown, expected: unknown): boolean {
  if (typeof actual === "boolean") return actual === (texted(expected) === "true");
  if (actual === null) return expected === null;
  if (isNothing(expected)) return false;
  if (typeof actual === "number") return actual === numberOf(expected);
  return typeof actual === "string" && actual === texted(expected);
}

/** A list holds an item only if the item is it: nothing but `true` and `false` is a boolean. */
const isItem = (item: unknown, expected: unknown) =>
  typeof item === "boolean" ? `${item}` === texted(expected) : isSame(item, expected);

/** Less than 0 when the actual value is the smaller one; NaN when the two have no order. */
function order(actual: unknown, expected: unknown): number {
  if (typeof actual === "boolean") return Number(actual) - Number(texted(expected) === "true");
  if (isNothing(expected)) return Number.NaN;
  if (typeof actual === "number") return actual - numberOf(expected);
  if (typeof actual !== "string") return Number.NaN;
  if (actual === texted(expected)) return 0;
  return [actual, texted(expected)].sort()[0] === actual ? -1 : 1;
}

/** Whole milliseconds of what can be read as a moment. */
function moment(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : value instanceof Date ? value.getTime() : value;
  return typeof ms === "number" && Math.abs(ms) <= 8.64e15 ? Math.trunc(ms) : undefined;
}

const listed = (expected: unknown): unknown[] => {
  if (typeof expected === "string") return expected.split(",").map((item) => item.trim());
  return Array.isArray(expected) ? expected : [expected];
};

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
const isLike = (actual: unknown, pattern: string) =>
  (typeof actual === "string" || typeof actual === "number") &&
  new RegExp(pattern.toLowerCase().split("%").map(escaped).join(".*"), "s").test(`${actual}`.toLowerCase());

const includes = (actual: unknown, expected: unknown) =>
  Array.isArray(actual)
    ? actual.some((item) => isItem(item, expected))
    : typeof actual === "string" && actual.indexOf(texted(expected)) >= 0;

/** How many of the expected list are in the actual one; a single value is a list of one. */
const found = (actual: unknown, expected: unknown) => {
  const items = Array.isArray(actual) ? actual : [actual];
  return listed(expected).filter((one) => items.some((item) => isItem(item, one))).length;
};

function isBetween(actual: unknown, expected: unknown, asDates: boolean): boolean {
  const bounds = listed(expected);
  const [low, high] = bounds.map((bound) => compared(actual, bound, asDates));
  return bounds.length === 2 && Number(low) >= 0 && Number(high) <= 0;
}

function compared(actual: unknown, expected: unknown, asDates: boolean): number {
  return asDates ? Number(moment(actual)) - Number(moment(expected)) : order(actual, expected);
}

function fits(operator: FilterOperator | undefined, actual: unknown, expected: unknown, asDates: boolean): boolean {
  const isEqual = asDates ? compared(actual, expected, true) === 0 : isSame(actual, expected);
  switch (operator) {
    case undefined:
      return false;
    case "IS_DEFINED":
      return actual !== undefined;
    case "EQUAL":
      return isEqual;
    case "NOT_EQUAL":
      return !isEqual;
    case "LARGER":
      return compared(actual, expected, asDates) > 0;
    case "LARGER_EQUAL":
      return compared(actual, expected, asDates) >= 0;
    case "SMALLER":
      return compared(actual, expected, asDates) < 0;
    case "SMALLER_EQUAL":
      return compared(actual, expected, asDates) <= 0;
    case "BETWEEN":
      return isBetween(actual, expected, asDates);
    case "NOT_BETWEEN":
      return !isNothing(asDates ? moment(actual) : actual) && !isBetween(actual, expected, asDates);
    case "IN":
      return includes(actual, expected);
    case "NOT_IN":
      return !includes(actual, expected);
    case "LIKE":
      return isLike(actual, texted(expected));
    case "NOT_LIKE":
      return !isLike(actual, texted(expected));
    case "ALL_IN":
      return !isNothing(actual) && found(actual, expected) === listed(expected).length;
    case "ANY_IN":
      return !isNothing(actual) && found(actual, expected) > 0;
  }
}

const isParent = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const at = (source: unknown, path = ""): unknown =>
  path.split(".").reduce((value, key) => (isParent(value) ? value[key] : undefined), source);

/** Moments of rows are their ISO text, as callers know them. */
const isoText = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

const UNITS: Record<FilterTimeUnit, number> = { minutes: HOUR / 60, hours: HOUR, days: 24 * HOUR };
const rendered = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(rendered) : value === TEMPLATE ? RENDERED : value;

function partPasses(part: FilterPart, asDates: boolean, world: World): boolean {
  const { payload, subscriber, tenant, stepResults, previousSteps, answer } = world;
  const compare = (source: unknown) =>
    fits(part.operator, isoText(at(source, part.field)), rendered(part.value), asDates);
  const isOnline = at(subscriber, "isOnline");
  const lastOnlineAt = at(subscriber, "lastOnlineAt");
  switch (part.on) {
    case "payload":
      return compare(payload);
    case "subscriber":
      return compare(subscriber);
    case "tenant":
      return compare(tenant);
    case "context":
      return compare(world.contexts);
    case "env":
      return compare(world.env?.revealed);
    case "stepResult":
      return compare(stepResults?.[part.step ?? ""]);
    case "webhook":
      return compare(part.webhookUrl === undefined ? undefined : answer);
    case "isOnline":
      return !(isNothing(isOnline) && isNothing(lastOnlineAt)) && (isOnline === true) === (part.value === true);
    case "isOnlineInLast": {
      if (isOnline === true) return true;
      if (part.timeOperator === undefined || (isNothing(lastOnlineAt) && isNothing(isOnline))) return false;
      const passed = isNothing(lastOnlineAt) ? 0 : now.getTime() - Number(moment(lastOnlineAt));
      const units = Math.trunc(passed / UNITS[part.timeOperator]);
      return units >= 0 && units <= Number(part.value);
    }
    case "previousStep":
      return stepPasses(previousSteps?.get(part.step ?? ""), part.stepType);
  }
}

function stepPasses(message: PreviousMessage | undefined, state: FilterPart["stepType"]): boolean {
  if (!message) return true;
  if (state === undefined) return false;
  const is = { seen: message.seen, read: message.read };
  if (message.channel === "email") is.seen = is.read = message.opened === true;
  return state.startsWith("un") ? !is[state === "unseen" ? "seen" : "read"] : is[state === "seen" ? "seen" : "read"];
}

function groupPasses({ children, value, isNegated, type }: Filter, world: World): boolean {
  if (children.length === 0) return true;
  if (children.length > 1 && value === undefined) return false;
  const passing = children.filter((child) =>
    "children" in child ? groupPasses(child, world) : partPasses(child, type === "DATE", world),
  ).length;
  return passing >= (value === "OR" ? 1 : children.length) !== (isNegated === true);
}

const listPasses = (filters: readonly Filter[], world: World) =>
  filters.length === 0 || filters.some((group) => groupPasses(group, world));

const TEMPLATE = "{{ payload.text }}";
const RENDERED = "Ab";

// Few values, so that what is found often is what is expected; and any others.
const texts = fc.oneof(
  fc.constantFrom("", "a", "b", "Ab", "AB", "a.b", "%b", "b%A", "9", "10", "true", "false", "null"),
  fc.constantFrom("2024-05-04T10:00:00.000Z", "2024-05-04T12:00:00+02:00", "2024-05-05", "2024-05-04T09:59:59Z"),
  fc.string({ maxLength: 3, unit: fc.constantFrom("a", "B", "%", ".", ",", " ", "é", "İ", "1") }),
);
const scalars = fc.oneof(texts, fc.integer({ min: -1, max: 11 }), fc.double(), fc.boolean(), fc.constant(null));
const jsonScalars = scalars.map((value) => (typeof value === "number" && !Number.isFinite(value) ? 0 : value));
const values = fc.oneof(
  { weight: 4, arbitrary: jsonScalars },
  { weight: 2, arbitrary: fc.array(jsonScalars, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ a: jsonScalars }) },
);
const expectations = fc.oneof(
  { weight: 4, arbitrary: values },
  { weight: 1, arbitrary: fc.array(texts, { maxLength: 3 }).map((items) => items.join(", ")) },
  { weight: 1, arbitrary: fc.constantFrom(TEMPLATE, [TEMPLATE, "a"], undefined) },
);

const fieldsOf = fc.record({ a: values, b: values, nested: fc.record({ a: values }) }, { requiredKeys: [] });
const fields = fc.constantFrom("a", "b", "nested.a", "nested", "a.0", "nested.none.a", "none");
const steps = fc.constantFrom("first", "second", "none");
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const moments = fc
  .constantFrom(0, 1, 5, 59, 60, 61, 24 * 60, 72 * 60, -1, -120)
  .map((ago) => now.getTime() - (ago * HOUR) / 60);

const worlds: fc.Arbitrary<World> = fc.record({
  payload: optional(fieldsOf),
  subscriber: fc
    .tuple(
      fieldsOf,
      fc.record(
        {
          isOnline: fc.option(fc.boolean()),
          lastOnlineAt: fc.oneof(
            fc.constant(null),
            moments.map((ms) => new Date(ms)),
            moments.map((ms) => new Date(ms).toISOString()),
          ),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([row, presence]) => ({ ...row, ...presence })),
  tenant: fc.option(fieldsOf),
  contexts: fc.option(fieldsOf),
  stepResults: optional(fc.record({ first: fieldsOf }, { requiredKeys: [] })),
  previousSteps: optional(
    fc
      .record({
        channel: fc.constantFrom("in_app" as const, "email" as const, "sms" as const),
        seen: fc.boolean(),
        read: fc.boolean(),
        opened: fc.boolean(),
      })
      .map((message) => new Map([["first", message]])),
  ),
  answer: fc.option(fieldsOf),
  now: fc.constant(now),
  renderValue: fc.constant((text: string) => (text === TEMPLATE ? RENDERED : text)),
});

const operators = optional(fc.constantFrom(...FILTER_OPERATORS));
const comparison = { field: fields, operator: fc.constantFrom(...FILTER_OPERATORS), value: expectations };
const onFields = fc.constantFrom("payload" as const, "tenant" as const, "context" as const);
const subscriberFields = fc.oneof(fields, fc.constant("lastOnlineAt"));
const cheapParts: fc.Arbitrary<FilterPart> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ on: onFields, ...comparison }) },
  {
    weight: 2,
    arbitrary: fc.record({ on: fc.constant("subscriber" as const), ...comparison, field: subscriberFields }),
  },
  { weight: 1, arbitrary: fc.record({ on: onFields, ...comparison, operator: operators }) },
  { weight: 1, arbitrary: fc.record({ on: fc.constant("stepResult" as const), step: steps, ...comparison }) },
  { weight: 1, arbitrary: fc.record({ on: fc.constant("isOnline" as const), value: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      on: fc.constant("isOnlineInLast" as const),
      value: fc.constantFrom<(number | string)[]>(0, 1, 3, "5", 60),
      timeOperator: optional(fc.constantFrom(...FILTER_TIME_UNITS)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      on: fc.constant("previousStep" as const),
      step: steps,
      stepType: optional(fc.constantFrom(...PREVIOUS_STEP_STATES)),
    }),
  },
);
const webhookParts: fc.Arbitrary<FilterPart> = fc.record({
  on: fc.constant("webhook" as const),
  webhookUrl: optional(fc.constant("https://example.com")),
  ...comparison,
});
const anyParts = fc.oneof({ weight: 5, arbitrary: cheapParts }, { weight: 1, arbitrary: webhookParts });
const parts = anyParts.filter(isFinished);
const unfinishedParts = anyParts.filter((part) => !isFinished(part));

const { group: groups } = fc.letrec<{ group: Filter; child: Filter | FilterPart }>((tie) => ({
  group: fc.record({
    children: fc.array(tie("child"), { maxLength: 4 }),
    value: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...LOGICAL_OPERATORS) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    type: optional(fc.constantFrom(...FIELD_TYPES)),
    isNegated: optional(fc.boolean()),
  }),
  child: fc.oneof({ maxDepth: 3, depthIdentifier: "groups" }, parts, tie("group")),
}));

const evaluate = (filters: readonly Filter[], world: World) =>
  evaluateFilters(filters, world, async () => world.answer);
const passes = async (filters: readonly Filter[], world: World) => (await evaluate(filters, world)).passed;

const fixed: World = { now, answer: undefined, renderValue: (text) => (text === TEMPLATE ? RENDERED : text) };

test("any conditions are decided as their rules say", async () => {
  const seen = { passed: 0, failed: 0 };
  const property = fc.asyncProperty(fc.array(groups, { maxLength: 3 }), worlds, async (filters, world) => {
    const passed = await passes(filters, world);
    expect(passed).toBe(listPasses(filters, world));
    seen[passed ? "passed" : "failed"]++;
  });
  await fc.assert(property, { numRuns: 3_000 });
  // A generator under which nearly everything has one outcome would prove little.
  expect(Math.min(seen.passed, seen.failed)).toBeGreaterThan(300);
});

test.each(FILTER_OPERATORS)("%s of any values, as texts and as moments, decides as its rule says", async (operator) => {
  const outcomes = new Set<boolean>();
  const property = fc.asyncProperty(values, expectations, fc.boolean(), async (a, value, asDates) => {
    const part: FilterPart = { on: "payload", field: "a", operator, value };
    fc.pre(isFinished(part));
    const group: Filter = { value: "AND", children: [part], ...(asDates && { type: "DATE" }) };
    const passed = await passes([group], { ...fixed, payload: { a } });
    expect(passed).toBe(fits(operator, a, rendered(value), asDates));
    outcomes.add(passed);
  });
  await fc.assert(property, { numRuns: 1_000 });
  if (operator !== "IS_DEFINED") expect(outcomes.size).toBe(2);
});

/** A group whose result is the opposite of the other's, whatever that asks. */
const not = (group: Filter): Filter => ({ isNegated: true, children: [group] });
/** The same members in some order. */
const reordered = groups.chain((group) =>
  fc
    .shuffledSubarray(group.children, { minLength: group.children.length })
    .map((children) => [group, { ...group, children }] as const),
);

test("neither the order of a group's members nor the order of groups changes the outcome", async () => {
  const property = fc.asyncProperty(reordered, groups, worlds, async ([group, shuffled], other, world) => {
    const passed = await passes([group], world);
    expect(await passes([shuffled], world)).toBe(passed);
    expect(await passes([other, group], world)).toBe(await passes([group, other], world));
  });
  await fc.assert(property, { numRuns: 500 });
});

test("a negated group has the opposite outcome, and negated twice its own", async () => {
  const property = fc.asyncProperty(groups, worlds, async (group, world) => {
    const passed = await passes([group], world);
    expect(await passes([not(group)], world)).toBe(!passed);
    expect(await passes([not(not(group))], world)).toBe(passed);
  });
  await fc.assert(property, { numRuns: 500 });
});

test("not all of them is one of them not, and not one of them is all of them not", async () => {
  const members = fc.array(groups, { minLength: 1, maxLength: 3 });
  const property = fc.asyncProperty(members, fc.boolean(), worlds, async (children, isAnd, world) => {
    const [value, opposite] = isAnd ? (["AND", "OR"] as const) : (["OR", "AND"] as const);
    const negated = await passes([not({ value, children })], world);
    expect(await passes([{ value: opposite, children: children.map(not) }], world)).toBe(negated);
  });
  await fc.assert(property, { numRuns: 500 });
});

test("a group without members passes, negated or not, and as a member of AND changes nothing", async () => {
  const empty = fc.record({ value: optional(fc.constantFrom(...LOGICAL_OPERATORS)), isNegated: fc.boolean() });
  const property = fc.asyncProperty(empty, groups, worlds, async (settings, group, world) => {
    const nothing: Filter = { ...settings, children: [] };
    expect(await evaluate([nothing], world)).toEqual({ passed: true, conditions: [] });
    expect(await evaluate([], world)).toEqual({ passed: true, conditions: [] });
    const passed = await passes([group], world);
    expect(await passes([{ value: "AND", children: [nothing, group] }], world)).toBe(passed);
    expect(await passes([{ value: "OR", children: [group, nothing] }], world)).toBe(true);
  });
  await fc.assert(property, { numRuns: 500 });
});

test("a condition that is not finished changes nothing, nor does a group of such conditions", async () => {
  const unfinished = fc.array(unfinishedParts, { minLength: 1, maxLength: 2 });
  const property = fc.asyncProperty(groups, unfinished, fc.boolean(), worlds, async (group, added, isAnd, world) => {
    const alone: Filter = { value: isAnd ? "AND" : "OR", isNegated: isAnd, children: added };
    expect(await evaluate([alone], world)).toEqual({ passed: true, conditions: [] });
    const expected = await evaluate([group], world);
    expect(await evaluate([alone, group], world)).toEqual(expected);
    if (group.children.length === 0) return;
    const children = [...added, ...group.children, alone];
    expect(await evaluate([{ ...group, children }], world)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 500 });
});

test("groups of one list are alternatives, as the members of one OR are", async () => {
  const property = fc.asyncProperty(
    fc.array(groups, { minLength: 1, maxLength: 3 }),
    worlds,
    async (filters, world) => {
      expect(await passes(filters, world)).toBe(await passes([{ value: "OR", children: filters }], world));
    },
  );
  await fc.assert(property, { numRuns: 500 });
});

test("of a group of conditions a webhook is asked only when the others leave it open, and every record says what held", async () => {
  const children = fc.array(parts, { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(children, fc.boolean(), worlds, async (of, isAnd, world) => {
    const resolve = vi.fn(async () => world.answer);
    const { conditions } = await evaluateFilters([{ value: isAnd ? "AND" : "OR", children: of }], world, resolve);
    const cheap = of.filter(({ on }) => on !== "webhook");
    const isDecided = cheap.some((part) => partPasses(part, false, world) !== isAnd);
    if (isDecided) expect(resolve).not.toHaveBeenCalled();
    const asked = isDecided && !isAnd ? conditions.length : cheap.length;
    expect(conditions.slice(0, asked).map(({ passed }) => passed)).toEqual(
      cheap.slice(0, asked).map((part) => partPasses(part, false, world)),
    );
  });
  await fc.assert(property, { numRuns: 500 });
});

test("the conditions of all groups are listed, however deep", () => {
  const count = ({ children }: Filter): number =>
    children.reduce((sum, child) => sum + ("children" in child ? count(child) : 1), 0);
  fc.assert(fc.property(groups, (group) => void expect(partsOf([group])).toHaveLength(count(group))));
});
