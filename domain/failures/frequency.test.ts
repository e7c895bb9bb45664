import { expect, test } from "vitest";
import { type Frequency, frequencyAfter } from "./frequency.ts";

const MINUTE = 60_000;
const rule = { id: "rule", failures: 5, minutes: 3 };
/** Failures in a minute, so many. */
const failing = (minute: number, failures: number) => Array.from({ length: failures }, (_, at) => minute * MINUTE + at);

/** Counts minutes one after the other, each in a pass of its own. Returns those in which the rule was raised. */
function raisedIn(minutes: Record<number, number>, rules = [rule]): number[] {
  let known: Frequency | null = null;
  return Object.entries(minutes).flatMap(([minute, failures]) => {
    const { frequency, raised } = frequencyAfter(known, failing(Number(minute), failures), rules);
    known = frequency;
    return raised.length > 0 ? [Number(minute)] : [];
  });
}

test.each([
  ["too few", { 1: 4 }, []],
  ["enough in one minute", { 1: 5 }, [1]],
  ["enough in three minutes", { 1: 2, 2: 2, 3: 1 }, [3]],
  ["too far apart", { 1: 4, 4: 4, 7: 4 }, []],
  ["a cause that goes on is told of once", { 1: 5, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2 }, [1]],
  ["again after it was quiet", { 1: 5, 10: 5 }, [1, 10]],
  ["not again while it has hardly been quiet", { 1: 5, 4: 5 }, [1]],
])("%s", (_, minutes, raised) => {
  expect(raisedIn(minutes)).toEqual(raised);
});

test("passes of any size count the same", () => {
  const moments = [...failing(1, 2), ...failing(2, 2), ...failing(3, 2)];
  const whole = frequencyAfter(null, moments, [rule]);
  let known: Frequency | null = null;
  const raised = moments.flatMap((moment) => {
    const next = frequencyAfter(known, [moment], [rule]);
    known = next.frequency;
    return next.raised;
  });
  expect({ frequency: known, raised }).toEqual(whole);
});

test("what is kept does not grow: an hour, and the rules that there are", () => {
  const first = frequencyAfter(null, failing(1, 5), [rule, { ...rule, id: "gone" }]);
  expect(Object.keys(first.frequency.reached)).toEqual(["rule", "gone"]);
  const later = Array.from({ length: 500 }, (_, at) => (at + 1) * MINUTE);
  const { frequency } = frequencyAfter(first.frequency, later, [rule]);
  expect(frequency.minutes).toHaveLength(60);
  expect(Object.keys(frequency.reached)).toEqual(["rule"]);
});
