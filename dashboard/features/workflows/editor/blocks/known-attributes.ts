/** Attributes of the blocks that the editor changes, by the block's name in its schema. All others are kept as they are. */
export const KNOWN_ATTRIBUTES = {
  doc: [],
  paragraph: ["textAlign", "showIfKey"],
  heading: ["level", "textAlign", "showIfKey"],
  footer: ["textAlign", "showIfKey"],
  bulletList: ["showIfKey"],
  orderedList: ["showIfKey"],
  listItem: [],
  blockquote: ["showIfKey"],
  codeBlock: ["showIfKey"],
  horizontalRule: ["showIfKey"],
  hardBreak: [],
  spacer: ["height", "showIfKey"],
  image: [
    "src",
    "isSrcVariable",
    "alt",
    "width",
    "height",
    "externalLink",
    "isExternalLinkVariable",
    "alignment",
    "showIfKey",
  ],
  button: ["text", "isTextVariable", "url", "isUrlVariable", "alignment", "buttonColor", "textColor", "showIfKey"],
  columns: ["showIfKey"],
  column: ["width", "verticalAlign"],
  repeat: ["each", "as", "showIfKey"],
  htmlCodeBlock: ["showIfKey"],
  variable: ["id", "fallback", "showIfKey"],
} as const satisfies Record<string, readonly string[]>;

export type BlockName = keyof typeof KNOWN_ATTRIBUTES;

const isBlockName = (name: string): name is BlockName => Object.hasOwn(KNOWN_ATTRIBUTES, name);

/** Other names that documents have for a block. */
const ALIASES: Readonly<Record<string, BlockName>> = { for: "repeat", logo: "image" };

/** Returns the name in the schema of a node of a document; undefined for one that the editor does not know. */
export const blockNameOf = (type: string): BlockName | undefined =>
  Object.hasOwn(ALIASES, type) ? ALIASES[type] : isBlockName(type) ? type : undefined;

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
