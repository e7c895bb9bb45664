import { type Attributes, mergeAttributes, Node } from "@tiptap/core";
import type { DOMOutputSpec, TagParseRule } from "@tiptap/pm/model";
import {
  type BlockType,
  BUTTON_COLOURS,
  blockOf,
  REPEAT_ITEM,
  SPACER_PIXELS,
} from "#contract/constants/templates/blocks.ts";
import { documentWords } from "./block-words.ts";

/** Attributes that are copied with the block as JSON. */
function copied(names: readonly string[]): Attributes {
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        default: null,
        parseHTML: (element: HTMLElement) => copiedAttributes(element)[name] ?? null,
        renderHTML: () => ({}),
      },
    ]),
  );
}

function copiedAttributes(element: HTMLElement): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(element.getAttribute("data-attributes") ?? "");
    return Object(parsed);
  } catch {
    return {};
  }
}

interface ObjectOptions {
  /** Attributes beside those that the document has for the block. */
  kept?: readonly string[];
  /** Of a block with blocks in it. */
  content?: string;
  group?: string;
  isolating?: boolean;
  view: (attrs: Readonly<Record<string, unknown>>) => DOMOutputSpec[];
  className: string;
  /** Other elements that it is pasted as. */
  pasted?: TagParseRule[];
}

/** Makes a block that is no text. It looks as its view says, and is an atom unless it has content. */
function objectNode(
  name: BlockType | "keptBlock",
  { kept = [], content, group = "block", isolating = false, view, className, pasted = [] }: ObjectOptions,
) {
  const known = name === "keptBlock" ? [] : blockOf(name).attributes;
  // The common attributes have that of the variable that shows it.
  const attributes = [...known.filter((attribute) => attribute !== "showIfKey"), ...kept];
  return Node.create({
    name,
    group,
    isolating,
    atom: content === undefined,
    selectable: true,
    draggable: false,
    defining: content !== undefined,
    ...(content !== undefined && { content }),
    addAttributes: () => copied(attributes),
    parseHTML: () => [
      { tag: `div[data-block=${name}]`, ...(content !== undefined && { contentElement: "[data-content]" }) },
      ...pasted,
    ],
    renderHTML: ({ node, HTMLAttributes }) => {
      const given = Object.fromEntries(attributes.map((key) => [key, node.attrs[key]]));
      const own = { "data-block": name, "data-attributes": JSON.stringify(given), class: className };
      return ["div", mergeAttributes(HTMLAttributes, own), ...view(node.attrs)];
    },
  });
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** Returns the text that stands for an attribute which may be the name of a variable. */
export const shownText = (value: unknown, isVariable: unknown): string =>
  isVariable === true ? `{{ ${text(value)} }}` : text(value);

const aligned = (alignment: unknown): string =>
  `text-align: ${["left", "center", "right"].find((known) => known === alignment) ?? "start"}`;
const colour = (value: unknown, otherwise: string): string =>
  /^(?:#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d\s.,%]+\))$/i.exec(text(value))?.[0] ?? otherwise;

const BOX = "my-2 rounded-md";
const QUIET = "my-2 rounded-md border border-dashed border-outline px-2 py-1 text-xs text-muted";
const CAPTION = { "data-caption": "", class: "block text-xs text-muted select-none", contenteditable: "false" };

export const OBJECT_NODES = [
  objectNode("button", {
    className: BOX,
    view: (attrs) => {
      const style = `background: ${colour(attrs.buttonColor, BUTTON_COLOURS.background)}; color: ${colour(attrs.textColor, BUTTON_COLOURS.text)}`;
      const label = shownText(attrs.text, attrs.isTextVariable) || "Button";
      return [
        [
          "div",
          { style: aligned(attrs.alignment) },
          ["span", { style, class: "inline-block rounded-md px-6 py-3 wrap-anywhere" }, label],
        ],
      ];
    },
  }),
  objectNode("image", {
    className: BOX,
    pasted: [
      {
        tag: "img[src]",
        getAttrs: (element) => ({
          src: element.getAttribute("src"),
          alt: element.getAttribute("alt") || null,
          width: Number.parseInt(element.getAttribute("width") ?? "", 10) || null,
        }),
      },
    ],
    view: ({ src, isSrcVariable, alt, width, alignment }) => {
      const address = text(src);
      const isShown = isSrcVariable !== true && /^https?:\/\//.test(address) && !address.includes("{");
      const shown = isShown
        ? [
            "img",
            {
              src: address,
              alt: text(alt),
              ...(Number(width) > 0 && { width: String(width) }),
              class: "inline-block max-w-full",
            },
          ]
        : [
            "span",
            { class: "inline-block rounded-md bg-sunken px-6 py-4 text-muted wrap-anywhere" },
            shownText(src, isSrcVariable) || "Image without an address",
          ];
      return [["div", { style: aligned(alignment) }, shown]];
    },
  }),
  objectNode("spacer", {
    className: "my-1 flex items-center justify-center rounded-md bg-sunken text-xs text-muted",
    view: ({ height }) => {
      const pixels = Number.parseInt(String(height), 10) || SPACER_PIXELS;
      return [
        [
          "span",
          { style: `min-height: ${Math.min(pixels, 400)}px`, class: "flex items-center" },
          `Space of ${pixels} px`,
        ],
      ];
    },
  }),
  objectNode("htmlCodeBlock", {
    kept: ["html"],
    className: QUIET,
    view: ({ html }) => [
      ["span", CAPTION, "HTML"],
      [
        "pre",
        { class: "max-h-24 overflow-hidden font-mono whitespace-pre-wrap wrap-anywhere text-text", dir: "ltr" },
        text(html) || "Nothing yet",
      ],
    ],
  }),
  objectNode("columns", {
    content: "column+",
    isolating: true,
    className: "my-2",
    view: () => [["div", { "data-content": "", class: "flex flex-col gap-2 sm:flex-row" }, 0]],
  }),
  objectNode("column", {
    content: "block+",
    group: "",
    isolating: true,
    className: "min-w-0 flex-1 rounded-md border border-dashed border-outline px-2 py-1",
    view: ({ width }) => {
      const blocks: DOMOutputSpec = ["div", { "data-content": "" }, 0];
      return Number(width) > 0 ? [["span", CAPTION, `${Number(width)} %`], blocks] : [blocks];
    },
  }),
  objectNode("repeat", {
    content: "block+",
    isolating: true,
    className: "my-2 rounded-md border border-accent border-dashed px-2 py-1",
    view: ({ each, as }) => [
      [
        "span",
        CAPTION,
        each ? `For each ${text(as) || REPEAT_ITEM} of ${text(each)}` : "Repeats nothing yet: choose a list",
      ],
      ["div", { "data-content": "" }, 0],
    ],
  }),
  objectNode("keptBlock", {
    kept: ["node"],
    className: QUIET,
    view: ({ node }) => [
      ["span", { class: "font-medium" }, "Kept as it is"],
      ["span", {}, `: ${documentWords(node)}`],
    ],
  }),
];

/** Something in a text that the editor does not know. */
export const KeptInline = Node.create({
  name: "keptInline",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => copied(["node"]),
  parseHTML: () => [{ tag: "span[data-block=keptInline]" }],
  renderHTML: ({ node }) => [
    "span",
    {
      "data-block": "keptInline",
      "data-attributes": JSON.stringify({ node: node.attrs.node }),
      class: "rounded border border-outline border-dashed px-1 text-xs text-muted",
    },
    `Kept as it is: ${documentWords(node.attrs.node)}`,
  ],
});
