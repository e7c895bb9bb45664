import { expect, test } from "vitest";
import { placeBeside } from "./popover-position.ts";

const viewport = { width: 1_000, height: 800 };
const size = { width: 400, needed: 320 };
const bellAt = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });
const options = { placement: "bottom-end", offset: 8, share: 0.7, rtl: false } as const;

test("the popover is aligned with an edge of the bell, and has at most 70 % of the viewport's height", () => {
  expect(placeBeside(bellAt(900, 10), size, viewport, options)).toEqual({ left: 540, top: 58, maxHeight: 560 });
  const start = placeBeside(bellAt(100, 10), size, viewport, { ...options, placement: "bottom-start" });
  expect(start).toEqual({ left: 100, top: 58, maxHeight: 560 });
});

test("start and end are those of the language", () => {
  expect(placeBeside(bellAt(100, 10), size, viewport, { ...options, rtl: true }).left).toBe(100);
});

test("the popover stays inside the viewport", () => {
  expect(placeBeside(bellAt(0, 10), size, viewport, options).left).toBe(8);
  expect(placeBeside(bellAt(950, 10), size, viewport, { ...options, placement: "bottom-start" }).left).toBe(592);
});

test("where the wished side has too little room, the popover opens on the other one if that has more", () => {
  expect(placeBeside(bellAt(900, 700), size, viewport, options)).toEqual({ left: 540, bottom: 108, maxHeight: 560 });
  expect(placeBeside(bellAt(900, 10), size, viewport, { ...options, placement: "top-end" })).toHaveProperty("top", 58);
  expect(placeBeside(bellAt(900, 500), size, viewport, { ...options, placement: "top-end" })).toHaveProperty("bottom");
});

test.each([400, 500, 600, 800, 900])(
  "in a window of %i px, the popover is inside of it wherever the bell is",
  (height) => {
    for (let top = 0; top <= height - 40; top += 20) {
      const place = placeBeside(bellAt(900, top), size, { width: 1_000, height }, options);
      const [start, end] =
        "top" in place
          ? [place.top, place.top + place.maxHeight]
          : [height - place.bottom - place.maxHeight, height - place.bottom];
      expect(start, `bell at ${top}`).toBeGreaterThanOrEqual(8);
      expect(end, `bell at ${top}`).toBeLessThanOrEqual(height - 8);
      expect(place.maxHeight).toBeGreaterThanOrEqual(160);
    }
  },
);
