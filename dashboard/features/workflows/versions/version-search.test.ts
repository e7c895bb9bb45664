import { expect, test } from "vitest";
import { comparedOf, selectedOf, toggled, VersionSearch } from "./version-search.ts";

test("the address names one version or two; what it cannot name counts as nothing selected", () => {
  expect(selectedOf(VersionSearch.parse({ versions: "3,7" }).versions)).toEqual([3, 7]);
  expect(selectedOf(VersionSearch.parse({ versions: "3,3" }).versions)).toEqual([3]);
  for (const versions of ["0", "a", "1,2,3", "-1", undefined])
    expect(selectedOf(VersionSearch.parse({ versions }).versions)).toEqual([]);
});

test("a third version takes the place of the one that was selected first", () => {
  expect(toggled([], 4)).toBe("4");
  expect(toggled([4, 2], 7)).toBe("2,7");
  expect(toggled([4, 2], 4)).toBe("2");
  expect(toggled([4], 4)).toBeUndefined();
});

test("one version is compared with the current one, and that with the one before; the first one with nothing", () => {
  expect(comparedOf([7, 3], 9, [])).toEqual([3, 7]);
  expect(comparedOf([3], 9, [])).toEqual([3, 9]);
  expect(comparedOf([9], 9, [9, 8, 3])).toEqual([8, 9]);
  expect(comparedOf([9], 9, [9, 4, 3])).toEqual([4, 9]);
  expect(comparedOf([1], 1, [1])).toBeUndefined();
  expect(comparedOf([], 9, [9])).toBeUndefined();
});
