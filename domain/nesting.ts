/** Whether lists and objects are in each other more than so many times, without recursion, of which there is not enough. */
export function isNestedDeeper(value: object, levels: number): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((parent) =>
      Object.values(parent).filter((child) => typeof child === "object" && child !== null),
    );
  }
  return false;
}
