/** A place in a template; line and column count from 1. */
export interface Place {
  line: number;
  column: number;
}

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

export const describePlace = ({ line, column }: Place): string => `line ${line}, column ${column}`;
