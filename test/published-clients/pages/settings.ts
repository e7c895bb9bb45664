/** The settings that a test gave this page, or null on a page that somebody was led to. */
export function pageSettings<Settings>(): Settings | null {
  // The test and the page agree on them.
  return location.hash ? (JSON.parse(decodeURIComponent(location.hash.slice(1))) as Settings) : null;
}
