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

/** Returns the names of time zones that contain all words of a text, with UTC first. */
export function zonesMatching(text: string): string[] {
  const words = text.toLowerCase().split(/[\s_/]+/);
  const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
  return zones.filter((zone) => words.every((word) => zone.toLowerCase().includes(word)));
}
