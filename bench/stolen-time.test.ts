import { expect, onTestFinished, test } from "vitest";
import { watchStolenTime } from "./stolen-time.ts";

/** Time of two processors, `stolen` hundredths of which go to others in every tenth of a second. */
function aMachine(stolen: readonly number[]) {
  let tenth = 0;
  const read = () => ({ all: tenth * 20, stolen: stolen.slice(0, tenth).reduce((sum, each) => sum + each, 0) });
  const watch = watchStolenTime(read, () => tenth * 100);
  onTestFinished(() => watch.close());
  for (tenth = 1; tenth <= stolen.length; tenth++) watch.sample();
  return watch;
}

test("a time counts as whole when next to nothing was stolen around its beginning", () => {
  const { isWhole } = aMachine([...Array(20).fill(0), 20, 20, ...Array(18).fill(0)]);
  expect(isWhole(700, 730)).toBe(true);
  expect(isWhole(1_900, 1_930)).toBe(false);
  expect(isWhole(2_400, 2_430)).toBe(false);
  expect(isWhole(2_800, 2_830)).toBe(true);
});

test("what lasts longer is looked at until its end", () => {
  const { isWhole } = aMachine([...Array(10).fill(0), ...Array(20).fill(10), ...Array(10).fill(0)]);
  expect(isWhole(100, 130)).toBe(true);
  expect(isWhole(100, 3_000)).toBe(false);
});

test("a little is stolen from every machine", () => {
  expect(aMachine(Array(40).fill(2)).isWhole(1_000, 1_030)).toBe(true);
  expect(aMachine(Array(40).fill(3)).isWhole(1_000, 1_030)).toBe(false);
});

test("where the system does not tell, every time is whole", () => {
  const watch = watchStolenTime(() => ({ all: 0, stolen: 0 }));
  onTestFinished(() => watch.close());
  expect(watch.isWhole(0, 10)).toBe(true);
});
