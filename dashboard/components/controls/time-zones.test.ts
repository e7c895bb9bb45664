import { expect, test } from "vitest";
import { isTimeZone } from "#contract/constants/values/time.ts";
import { FORMER_ZONES } from "./former-zones.ts";
import { offsetText, zonesMatching, zoneText } from "./time-zones.ts";

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

test.each([
  ["Kyiv", "Europe/Kyiv"],
  ["Kiev", "Europe/Kyiv"],
  ["Kolkata", "Asia/Kolkata"],
  ["calcutta", "Asia/Kolkata"],
  ["ho chi minh", "Asia/Ho_Chi_Minh"],
  ["Saigon", "Asia/Ho_Chi_Minh"],
  ["Kathmandu", "Asia/Kathmandu"],
  ["Katmandu", "Asia/Kathmandu"],
  ["Yangon", "Asia/Yangon"],
  ["Nuuk", "America/Nuuk"],
  ["Faroe", "Atlantic/Faroe"],
  ["US/Pacific", "America/Los_Angeles"],
  ["Buenos Aires", "America/Argentina/Buenos_Aires"],
])("%s finds %s, whichever name the browser has", (text, zone) => {
  expect(zonesMatching(text)).toEqual([zone]);
});

test("both names of a zone mean the same one, which the API takes", () => {
  const offsets = (zone: string) => [0, 6].map((month) => offsetText(zone, new Date(Date.UTC(2026, month, 1))));
  for (const [present, former] of Object.entries(FORMER_ZONES)) {
    for (const name of former) {
      expect([name, isTimeZone(name), isTimeZone(present)]).toEqual([name, true, true]);
      expect([name, ...offsets(name)]).toEqual([name, ...offsets(present)]);
    }
  }
});
