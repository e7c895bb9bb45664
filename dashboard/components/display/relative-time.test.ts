import { expect, test } from "vitest";
import { relativeText } from "./relative-time.tsx";

const NOW = Date.parse("2026-01-05T09:00:00.000Z");

test.each([
  [-2, "just now"],
  [3, "just now"],
  [-59, "59 seconds ago"],
  [-119, "1 minute ago"],
  [2 * 3_600, "in 2 hours"],
  [-47 * 3_600, "1 day ago"],
  [-45 * 86_400, "1 month ago"],
  [800 * 86_400, "in 2 years"],
])("%i seconds from now is %s", (seconds, text) => {
  expect(relativeText(new Date(NOW + seconds * 1000).toISOString(), NOW)).toBe(text);
});
