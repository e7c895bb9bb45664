import { Extension, Mark, mergeAttributes, Node } from "@tiptap/core";
import { BLOCK_TYPES, blockOf } from "#contract/constants/templates/blocks.ts";

const BLOCKS = BLOCK_TYPES.filter((type) => type !== "doc");
const CONDITIONAL = BLOCK_TYPES.filter((type) => blockOf(type).attributes.includes("showIfKey"));
const ALIGNED = ["paragraph", "heading", "footer"];

/** Attributes that blocks have in common: those that only the document has, the variable that shows them, and the alignment of texts. */
export const CommonAttributes = Extension.create({
  name: "commonAttributes",
  addGlobalAttributes: () => [
    { types: BLOCKS, attributes: { kept: { default: null, rendered: false, keepOnSplit: false } } },
    {
      types: CONDITIONAL,
      attributes: {
        showIfKey: {
          default: null,
          keepOnSplit: false,
          parseHTML: (element: HTMLElement) => element.getAttribute("data-show-if"),
          renderHTML: ({ showIfKey }) => (showIfKey ? { "data-show-if": String(showIfKey) } : {}),
        },
      },
    },
    {
      types: ALIGNED,
      attributes: {
        textAlign: {
          default: null,
          parseHTML: ({ style }: HTMLElement) =>
            ["left", "center", "right"].find((known) => known === style.textAlign) ?? null,
          renderHTML: ({ textAlign }) => (textAlign ? { style: `text-align: ${String(textAlign)}` } : {}),
        },
      },
    },
  ],
});

/** Small print. */
export const Footer = Node.create({
  name: "footer",
  group: "block",
  content: "inline*",
  parseHTML: () => [{ tag: "p[data-block=footer]", priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ["p", mergeAttributes(HTMLAttributes, { "data-block": "footer" }), 0],
});

const isSafe = (href: string): boolean => !/^\s*(?:javascript|vbscript|data):/i.test(href);

/** A link to an address, or to the one that a variable has. */
export const Link = Mark.create({
  name: "link",
  inclusive: false,
  addAttributes: () => ({
    href: {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute("data-href") ?? element.getAttribute("href"),
    },
    isUrlVariable: {
      default: null,
      parseHTML: (element: HTMLElement) => (element.hasAttribute("data-variable") ? true : null),
      renderHTML: ({ isUrlVariable }) => (isUrlVariable ? { "data-variable": "" } : {}),
    },
  }),
  parseHTML: () => [
    { tag: "a[data-href]" },
    { tag: "a[href]", getAttrs: (element) => (isSafe(element.getAttribute("href") ?? "") ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => {
    const { href, ...others } = HTMLAttributes;
    // The name of a variable is no address.
    const isAddress = !("data-variable" in others) && isSafe(String(href));
    return [
      "a",
      { ...others, ...(isAddress ? { href, target: "_blank", rel: "noopener" } : { "data-href": href }) },
      0,
    ];
  },
});

/** The colour of a text. */
export const TextStyle = Mark.create({
  name: "textStyle",
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: ({ style }: HTMLElement) => style.color || null,
      renderHTML: ({ color }) => (color ? { style: `color: ${String(color)}` } : {}),
    },
  }),
  parseHTML: () => [{ tag: "span[data-colour]" }],
  renderHTML: ({ HTMLAttributes }) => ["span", mergeAttributes(HTMLAttributes, { "data-colour": "" }), 0],
});

/** A mark that the editor does not know. */
export const KeptMark = Mark.create({
  name: "keptMark",
  excludes: "",
  inclusive: false,
  addAttributes: () => ({ mark: { default: null, rendered: false } }),
  renderHTML: () => ["span", { class: "decoration-dotted underline" }, 0],
});
