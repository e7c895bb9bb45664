/**
 * Takes a value out of those that an editor has given to `onChange` and that have not come back yet, with all before it. Returns false for a
 * value that is from elsewhere: one that is on its way back is older than what has been typed since.
 */
export function takeReturned(given: string[], value: string): boolean {
  const at = given.indexOf(value);
  given.splice(0, at < 0 ? given.length : at + 1);
  return at >= 0;
}
