import { expect, test } from "vitest";
import { countedFor, LIST_COUNT_MAX, numberedPage } from "./list-window.ts";

/** Reads a page of a list of so many rows, of which four may come before a page. Notes the ranges that were read. */
async function pageOf(rows: number, page: { page: number; limit: number }) {
  const ranges: { offset: number; limit: number }[] = [];
  const list = Array.from({ length: rows }, (_, index) => index);
  const read = numberedPage(page, 4, async (range) => {
    ranges.push(range);
    return list.slice(range.offset, range.offset + range.limit);
  });
  return { answer: await read.catch((error: unknown) => error), ranges };
}

test("a page that begins at the bound is read", async () => {
  expect(await pageOf(7, { page: 2, limit: 2 })).toEqual({ answer: [4, 5], ranges: [{ offset: 4, limit: 2 }] });
});

test("a page that begins after the bound is empty where the list ends there, and refused where it goes on", async () => {
  const ranges = [{ offset: 4, limit: 1 }];
  expect(await pageOf(4, { page: 3, limit: 2 })).toEqual({ answer: [], ranges });
  const code = "invalid_input";
  const message = expect.stringContaining("page must not begin after more than 4 items");
  expect(await pageOf(5, { page: 3, limit: 2 })).toEqual({
    answer: expect.objectContaining({ code, message }),
    ranges,
  });
});

test("the rows that are counted for a page do not grow with its number", () => {
  expect(countedFor({ page: 3, limit: 10 }, 1_000)).toBe(40 + LIST_COUNT_MAX);
  expect(countedFor({ page: 1_000_000, limit: 10 }, 1_000)).toBe(1_010 + LIST_COUNT_MAX);
});
