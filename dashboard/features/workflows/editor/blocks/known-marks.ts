/** The attributes of marks. */
const KNOWN_MARKS: Readonly<Record<string, readonly string[]>> = {
  bold: [],
  italic: [],
  underline: [],
  strike: [],
  code: [],
  link: ["href", "isUrlVariable"],
  textStyle: ["color"],
};

/** Whether the editor has the mark with all of its attributes. */
export const isKnownMark = (type: string, attrs: Readonly<Record<string, unknown>>): boolean =>
  Object.hasOwn(KNOWN_MARKS, type) &&
  Object.entries(attrs).every(([name, value]) => value === null || KNOWN_MARKS[type]?.includes(name));
