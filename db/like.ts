/** A pattern for `ilike` that finds the text anywhere; its wildcards count as plain characters. */
export const containing = (text: string): string => `%${escaped(text)}%`;

/** A pattern for `like` that finds texts which begin with this one. */
export const beginningWith = (text: string): string => `${escaped(text)}%`;

const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
