/** A kind of block of an email's document. */
interface Block {
  /** Its name on the screen, for one that can be selected. */
  label?: string;
  /** Those that the editor changes. All others are kept as they are. */
  attributes: readonly string[];
  /** Other types that documents have for it. */
  aliases?: readonly string[];
}

/** The kinds of blocks that the editor knows, by their type in documents. */
export const BLOCKS = {
  doc: { attributes: [] },
  paragraph: { label: "Paragraph", attributes: ["textAlign", "showIfKey"] },
  heading: { label: "Heading", attributes: ["level", "textAlign", "showIfKey"] },
  footer: { label: "Footer", attributes: ["textAlign", "showIfKey"] },
  bulletList: { label: "Bulleted list", attributes: ["showIfKey"] },
  orderedList: { label: "Numbered list", attributes: ["showIfKey"] },
  listItem: { label: "List item", attributes: [] },
  blockquote: { label: "Quote", attributes: ["showIfKey"] },
  codeBlock: { label: "Code", attributes: ["showIfKey"] },
  horizontalRule: { label: "Divider", attributes: ["showIfKey"] },
  hardBreak: { attributes: [] },
  spacer: { label: "Space", attributes: ["height", "showIfKey"] },
  image: {
    label: "Image",
    attributes: [
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
    aliases: ["logo"],
  },
  button: {
    label: "Button",
    attributes: [
      "text",
      "isTextVariable",
      "url",
      "isUrlVariable",
      "alignment",
      "buttonColor",
      "textColor",
      "showIfKey",
    ],
  },
  columns: { label: "Columns", attributes: ["showIfKey"] },
  column: { label: "Column", attributes: ["width", "verticalAlign"] },
  repeat: { label: "Repeat", attributes: ["each", "as", "showIfKey"], aliases: ["for"] },
  htmlCodeBlock: { label: "HTML", attributes: ["showIfKey"] },
  variable: { label: "Variable", attributes: ["id", "fallback", "showIfKey"] },
} as const satisfies Readonly<Record<string, Block>>;

export type BlockType = keyof typeof BLOCKS;

const isBlockType = (type: string): type is BlockType => Object.hasOwn(BLOCKS, type);

export const BLOCK_TYPES = Object.keys(BLOCKS).filter(isBlockType);

/** Returns the description of a block, without what is special about its type. */
export const blockOf = (type: BlockType): Block => BLOCKS[type];

/** Returns the kind of a document's node, also by an alias; undefined for one that the editor does not know. */
export const blockTypeOf = (type: string): BlockType | undefined =>
  isBlockType(type) ? type : BLOCK_TYPES.find((each) => blockOf(each).aliases?.includes(type));

/** Colours of a button that has none of its own. */
export const BUTTON_COLOURS = { background: "#000000", text: "#ffffff" };
/** Height of a space that has none of its own, in pixels. */
export const SPACER_PIXELS = 16;
/** Name of an item in a repeated part that gives it none. */
export const REPEAT_ITEM = "item";
