import { InputRule, Node, PasteRule } from "@tiptap/core";
import { splitFallback } from "#contract/constants/templates/variable-fallback.ts";

/** Matches an output that a pill can hold: no braces, and no percent signs, which would end it. */
const EXPRESSION = String.raw`\{\{\s*([^{}%#/>!^\s-](?:[^{}%]*[^{}%\s])?)\s*\}\}`;

/** Returns the attributes of the pill for what stands between braces. */
export function pillAttributes(code: string): { id: string; fallback: string | null } {
  const { id, fallback = null } = splitFallback(code);
  return { id, fallback };
}

/** A variable in a text. Typing its closing braces makes one. */
export const VariablePill = Node.create({
  name: "variable",
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    id: { default: "", parseHTML: (element: HTMLElement) => element.getAttribute("data-id") ?? "" },
    fallback: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute("data-fallback") },
  }),
  parseHTML: () => [{ tag: "span[data-block=variable]" }],
  renderHTML: ({ node }) => {
    const id = String(node.attrs.id);
    const fallback = typeof node.attrs.fallback === "string" ? node.attrs.fallback : undefined;
    return [
      "span",
      {
        "data-block": "variable",
        "data-id": id,
        ...(fallback !== undefined && { "data-fallback": fallback }),
        class:
          "rounded bg-accent-soft box-decoration-clone px-1 py-px font-mono text-[max(0.75rem,0.7em)] font-medium text-accent-strong wrap-anywhere",
        dir: "ltr",
      },
      fallback ? `${id}, else “${fallback}”` : id,
    ];
  },
  renderText: ({ node }) => {
    const { id, fallback } = node.attrs;
    return fallback ? `{{ ${id} | default: "${fallback}" }}` : `{{ ${id} }}`;
  },
  addInputRules() {
    return [
      new InputRule({
        find: new RegExp(`${EXPRESSION}$`),
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create(pillAttributes(match[1] ?? "")));
        },
      }),
    ];
  },
  addPasteRules() {
    return [
      new PasteRule({
        find: new RegExp(EXPRESSION, "g"),
        handler: ({ state, range, match }) => {
          const marks = state.doc.resolve(range.from).marksAcross(state.doc.resolve(range.to)) ?? [];
          const pill = this.type.create(pillAttributes(match[1] ?? ""), null, marks);
          state.tr.replaceWith(range.from, range.to, pill);
        },
      }),
    ];
  },
});
