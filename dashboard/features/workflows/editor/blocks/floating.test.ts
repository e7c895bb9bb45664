import { expect, test } from "vitest";
import { placeBeside } from "./floating.ts";

const block = { top: 400, bottom: 440 };

test("settings stand before the box of the editor, beside their block and inside the window", () => {
  const box = { top: 100, left: 500 };
  expect(placeBeside(block, box, { height: 300, windowHeight: 900 })).toEqual({ side: "start", top: 300 });
  expect(placeBeside(block, box, { height: 700, windowHeight: 900 })).toEqual({ side: "start", top: 84 });
  expect(placeBeside({ top: -50, bottom: 20 }, box, { height: 300, windowHeight: 900 }).top).toBe(-84);
});

test("where there is no room before the box, settings stand below their block", () => {
  const box = { top: 100, left: 40 };
  expect(placeBeside(block, box, { height: 700, windowHeight: 800 })).toEqual({ side: "below", top: 352 });
});
