/** A pattern for `ilike` that finds the text anywhere; its wildcards count as plain characters. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
