import { expect, test } from "vitest";
import { positionPopover } from "./popover-position.ts";

const viewport = { width: 1_000, height: 800 };
const bellAt = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

test("the popover is aligned with an edge of the bell, and has at most 70 % of the viewport's height", () => {
  expect(positionPopover(bellAt(900, 10), viewport, "bottom-end")).toEqual({ left: 540, top: 58, maxHeight: 560 });
  expect(positionPopover(bellAt(100, 10), viewport, "bottom-start")).toEqual({ left: 100, top: 58, maxHeight: 560 });
});

test("the popover stays inside the viewport", () => {
  expect(positionPopover(bellAt(0, 10), viewport, "bottom-end").left).toBe(8);
  expect(positionPopover(bellAt(950, 10), viewport, "bottom-start").left).toBe(592);
});

test("with more room above than below it opens upwards", () => {
  expect(positionPopover(bellAt(900, 700), viewport, "bottom-end")).toEqual({ left: 540, bottom: 108, maxHeight: 560 });
});
