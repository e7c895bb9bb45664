/** Products by the words by which their browsers name themselves; the first that is there counts. */
const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Windows", "Windows"],
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Returns "Chrome on Linux" for what a browser sends as its name; the beginning of that for another program. */
export function browserName(userAgent: string | undefined): string {
  if (!userAgent) return "Unknown browser";
  const named = (table: typeof BROWSERS | typeof SYSTEMS) => table.find(([word]) => userAgent.includes(word))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return userAgent.slice(0, 40);
  return system === undefined ? browser : `${browser} on ${system}`;
}
