import { expect, test } from "vitest";
import { placePopover } from "./place.ts";

const viewport = { width: 1_000, height: 800 };
const bellAt = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

test("the popover hangs from the chosen edge of the bell, at most 70 % of the screen high", () => {
  expect(placePopover(bellAt(900, 10), viewport, "bottom-end")).toEqual({ left: 540, top: 58, maxHeight: 560 });
  expect(placePopover(bellAt(100, 10), viewport, "bottom-start")).toEqual({ left: 100, top: 58, maxHeight: 560 });
});

test("it never leaves the screen", () => {
  expect(placePopover(bellAt(0, 10), viewport, "bottom-end").left).toBe(8);
  expect(placePopover(bellAt(950, 10), viewport, "bottom-start").left).toBe(592);
});

test("with more room above than below it opens upwards", () => {
  expect(placePopover(bellAt(900, 700), viewport, "bottom-end")).toEqual({ left: 540, bottom: 108, maxHeight: 560 });
});
