import { expect, test } from "vitest";
import { zonesMatching, zoneText } from "./time-zones.ts";

test("a zone is shown with its offset at the moment, summer time included", () => {
  expect(zoneText("Europe/Berlin", new Date("2026-03-29T00:59:59Z"))).toBe("Europe/Berlin, GMT+1");
  expect(zoneText("Europe/Berlin", new Date("2026-03-29T01:00:00Z"))).toBe("Europe/Berlin, GMT+2");
  expect(zoneText("America/New_York", new Date("2026-01-05T00:00:00Z"))).toBe("America/New York, GMT-5");
  expect(zoneText("UTC", new Date(0))).toBe("UTC");
});

test("zones are found by all words of a text, in any order and spelling", () => {
  expect(zonesMatching("new york")).toEqual(["America/New_York"]);
  expect(zonesMatching("YORK america")).toEqual(["America/New_York"]);
  expect(zonesMatching("")[0]).toBe("UTC");
  expect(zonesMatching("nowhere")).toEqual([]);
});
