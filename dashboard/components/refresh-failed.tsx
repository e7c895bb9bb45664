/** Says that what is on screen may be outdated, for screens that read again by themselves. */
export function RefreshFailed() {
  return <p role="status">Not up to date: the last refresh failed. Trying again.</p>;
}
