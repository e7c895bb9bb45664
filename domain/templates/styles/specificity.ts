import type { CssNode, Selector } from "css-tree";

/** Counts of ids, classes and types are digits of one number: more than 999 of a kind count as 999. */
const ID = 1_000_000;
const CLASS = 1000;
const MAX = 999;

type Counts = [ids: number, classes: number, types: number];

/** Pseudo elements that are written like pseudo classes. */
const OLD_PSEUDO_ELEMENTS: ReadonlySet<string> = new Set(["before", "after", "first-line", "first-letter"]);

/** The specificity of a selector, to be compared: https://www.w3.org/TR/selectors-4/#specificity-rules. */
export function specificityOf(selector: Selector): number {
  return toNumber(countsOf(selector.children));
}

const toNumber = ([ids, classes, types]: Counts): number =>
  Math.min(ids, MAX) * ID + Math.min(classes, MAX) * CLASS + Math.min(types, MAX);

function countsOf(nodes: Iterable<CssNode>): Counts {
  const sum: Counts = [0, 0, 0];
  for (const node of nodes) {
    const counts = countsOfPart(node);
    for (const index of [0, 1, 2] as const) sum[index] += counts[index];
  }
  return sum;
}

function countsOfPart(node: CssNode): Counts {
  switch (node.type) {
    case "IdSelector":
      return [1, 0, 0];
    case "ClassSelector":
    case "AttributeSelector":
      return [0, 1, 0];
    case "TypeSelector":
      return node.name.endsWith("*") ? [0, 0, 0] : [0, 0, 1];
    case "PseudoElementSelector":
      return [0, 0, 1];
    case "PseudoClassSelector": {
      const name = node.name.toLowerCase();
      if (OLD_PSEUDO_ELEMENTS.has(name)) return [0, 0, 1];
      if (name === "where") return [0, 0, 0];
      const inner = node.children ? highest(node.children) : undefined;
      if (["is", "not", "has", "matches"].includes(name)) return inner ?? [0, 0, 0];
      return [inner?.[0] ?? 0, (inner?.[1] ?? 0) + 1, inner?.[2] ?? 0];
    }
    default:
      return [0, 0, 0];
  }
}

/** The highest specificity of the selectors in the brackets of a pseudo class. */
function highest(children: Iterable<CssNode>): Counts | undefined {
  let best: Counts | undefined;
  for (const child of children) {
    const list = child.type === "Nth" ? child.selector : child;
    const selectors = list?.type === "SelectorList" ? list.children.toArray() : list?.type === "Selector" ? [list] : [];
    for (const selector of selectors) {
      if (selector.type !== "Selector") continue;
      const counts = countsOf(selector.children);
      if (!best || toNumber(counts) > toNumber(best)) best = counts;
    }
  }
  return best;
}
