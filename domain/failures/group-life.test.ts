import { expect, test } from "vitest";
import { type GroupLife, lifeAfter, NEW_LIFE } from "./group-life.ts";

const START = Date.parse("2026-11-30T09:00:00.000Z");
const at = (seconds: number) => ({ at: START + seconds * 1_000 });
const ignored = (rule: GroupLife["rule"]): GroupLife => ({ ...NEW_LIFE, state: "ignored", stateAt: START, rule });

test("an open group stays open", () => {
  expect(lifeAfter(NEW_LIFE, [at(1), at(2)])).toEqual({ life: NEW_LIFE });
});

test("a resolved group comes back with the first failure after that", () => {
  const resolved: GroupLife = { ...NEW_LIFE, state: "resolved", stateAt: START };
  expect(lifeAfter(resolved, [at(-10), at(0)])).toEqual({ life: resolved });
  expect(lifeAfter(resolved, [at(-10), at(5), at(6)])).toEqual({ life: NEW_LIFE, cameBackWith: at(5) });
});

test("a group that is ignored until a moment comes back with the first failure from then on", () => {
  const life = ignored({ until: new Date(START + 60_000).toISOString() });
  const { life: later, cameBackWith } = lifeAfter(life, [at(1), at(59)]);
  expect(later).toMatchObject({ state: "ignored", ignoredFailures: 2 });
  expect(cameBackWith).toBeUndefined();
  expect(lifeAfter(later, [at(60)])).toEqual({ life: NEW_LIFE, cameBackWith: at(60) });
});

test("a group that is ignored for n more failures comes back with the last of them, however they are divided", () => {
  const { life, cameBackWith } = lifeAfter(ignored({ afterMore: 3 }), [at(-1), at(1), at(2)]);
  expect(cameBackWith).toBeUndefined();
  expect(lifeAfter(life, [at(300), at(400)]).cameBackWith).toEqual(at(300));
});

test("a group that is ignored below n a minute comes back with a minute that has n, also when it is counted in parts", () => {
  const life = ignored({ belowPerMinute: 3 });
  const slow = [at(1), at(50), at(61), at(119), at(121)];
  expect(lifeAfter(life, slow).cameBackWith).toBeUndefined();
  const { life: half } = lifeAfter(life, [at(1), at(61), at(62)]);
  expect(lifeAfter(half, [at(63)]).cameBackWith).toEqual(at(63));
  expect(lifeAfter(half, [at(121)]).cameBackWith).toBeUndefined();
});
