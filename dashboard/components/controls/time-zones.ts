import { FORMER_ZONES } from "./former-zones.ts";

/** Returns the offset of a time zone at a moment: "GMT+2", "GMT". */
export function offsetText(zone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** Returns a time zone's name as it is shown, with its offset at a moment: "America/New York, GMT-4". */
export function zoneText(zone: string, moment: Date): string {
  const offset = offsetText(zone, moment);
  return zone === "UTC" ? "UTC" : `${zone.replaceAll("_", " ")}, ${offset}`;
}

const PRESENT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMER_ZONES).flatMap(([present, former]) => former.map((name) => [name, present] as const)),
);

/** Returns the names of time zones that contain all words of a text, or of which a former name does, with UTC first. They are the present ones. */
export function zonesMatching(text: string): string[] {
  const words = text.toLowerCase().split(/[\s_/]+/);
  const zones = new Set(["UTC", ...presentZones()]);
  return [...zones].filter((zone) =>
    [zone, ...(FORMER_ZONES[zone] ?? [])].some((name) => words.every((word) => name.toLowerCase().includes(word))),
  );
}

/** Browsers list some zones by former names. */
const presentZones = (): string[] =>
  Intl.supportedValuesOf("timeZone")
    .map((zone) => PRESENT_NAMES.get(zone) ?? zone)
    .sort();
