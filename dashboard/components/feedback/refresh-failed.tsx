/** Says that the data on screen may be outdated, for screens that poll. */
export function RefreshFailed() {
  return <p role="status">Not up to date: the last refresh failed. Trying again.</p>;
}
