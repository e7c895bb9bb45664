/** Returns the time with milliseconds, because facts of one step are close together. */
export function timeOfDay(moment: string | number): string {
  const date = new Date(moment);
  return `${date.toLocaleTimeString("en-GB")}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}
