import { afterEach, beforeEach, expect } from "vitest";

// An error on the console is a defect that nobody looked at, so it fails the test that caused it. A test that expects
// one replaces console.error itself.

const unexpected: unknown[][] = [];
// biome-ignore lint/suspicious/noConsole: the console is what this guards
const original = console.error;
const note = (...values: unknown[]) => {
  unexpected.push(values);
  original(...values);
};

beforeEach(() => {
  unexpected.length = 0;
  console.error = note;
});

afterEach(() => {
  console.error = original;
  expect(unexpected, "console.error was called").toEqual([]);
});
