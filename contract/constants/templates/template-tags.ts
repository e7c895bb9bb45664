export interface TemplateTag {
  name: string;
  /** Name of the tag that closes its block; null for a tag without one. */
  end: string | null;
  /** The tag as it is written. */
  example: string;
  /** One sentence for the list from which a tag is chosen. */
  description: string;
}

/** Comparisons of two values, which are filters and blocks: `{% gt a, b %} .. {% else %} .. {% endgt %}`. */
export const COMPARISON_TAGS = ["equals", "eq", "ne", "gt", "gte", "lt", "lte"] as const;

/** Tags of templates: `{% name .. %}`. */
export const TEMPLATE_TAGS: readonly TemplateTag[] = [
  block("if", "if condition", "Prints the block when a condition holds."),
  block("unless", "unless condition", "Prints the block when a condition does not hold."),
  block("case", "case value", "Prints the block of the value that it has."),
  block("for", "for item in list", "Prints the block for each item of a list."),
  block("each", "each item in list", "Prints the block for each item of a list, or each value of an object."),
  block("tablerow", "tablerow item in list cols: 2", "Prints rows of a table for the items of a list."),
  block("capture", "capture name", "Keeps what the block prints as a variable."),
  block("comment", "comment", "Prints nothing of the block."),
  block("raw", "raw", "Prints the block as it is written."),
  block("i18n", 'i18n "group.key", name: value', "Prints the translation of a key, else the block."),
  ...COMPARISON_TAGS.map((name) => block(name, `${name} a, b`, "Prints the block when the comparison holds.")),
  single("assign", "assign name = value", "Keeps a value as a variable."),
  single("increment", "increment name", "Prints a counter and adds 1 to it."),
  single("decrement", "decrement name", "Takes 1 from a counter and prints it."),
  single("cycle", 'cycle "a", "b"', "Prints its values by turns."),
  single("echo", "echo value", "Prints a value."),
  single("liquid", "liquid", "Has a tag on each of its lines."),
  single("break", "break", "Ends the loop."),
  single("continue", "continue", "Goes on with the next item of the loop."),
  single("#", "# text", "Is a comment."),
];

function block(name: string, example: string, description: string): TemplateTag {
  return { name, end: `end${name}`, example, description };
}

function single(name: string, example: string, description: string): TemplateTag {
  return { name, end: null, example, description };
}
