import { type Atrule, type Block, type CssNode, parse, type Rule } from "css-tree";
import { OPEN } from "../protect-expressions.ts";
import { type HtmlSource, hasValuesOnly } from "./html-source.ts";
import type { StyleElement } from "./mail-document.ts";
import { specificityOf } from "./specificity.ts";
import { TooComplexError } from "./work-limit.ts";

export interface Declaration {
  /** In lower case, but for variables: `--Gap`. */
  property: string;
  /** As it is in the source. */
  value: string;
  isImportant: boolean;
  /** End of its value in the rules of its style element, where `!important` can be added. */
  valueEnd: number;
}

export interface StyleRule {
  start: number;
  end: number;
  /** Start of the block with the declarations. */
  blockStart: number;
  selectors: { text: string; specificity: number }[];
  declarations: Declaration[];
  /** Place among all rules of the mail. */
  order: number;
  /** Whether it applies on conditions, for example to some media only. */
  isConditional: boolean;
  /** Whether specificity and order alone decide between it and others; not so in layers and scopes. */
  isOrdered: boolean;
}

/** The rules of a style element. */
export interface StyleSheet {
  element: StyleElement;
  rules: StyleRule[];
  /** Comments outside of rules, which are left out where rules are. */
  comments: { start: number; end: number }[];
  /** Whether there is anything that is not a rule for elements, such as fonts, or a rule on conditions. */
  hasMore: boolean;
}

/** Deepest nesting of blocks in a style element. */
const BLOCKS_MAX = 50;
/** Groups of rules that apply when their condition holds, and then as if they stood alone. */
const CONDITIONS: ReadonlySet<string> = new Set(["media", "supports", "container"]);
/** Groups of rules with an order of their own. */
const WITH_OWN_ORDER: ReadonlySet<string> = new Set(["layer", "scope", "starting-style", "document", "-moz-document"]);

/**
 * Reads the rules of a style element. Undefined when variables decide more of it than values of declarations, or when rules
 * stand in others.
 */
export function readStyleSheet(
  element: StyleElement,
  { isPlain, firstOrder, expressions }: { isPlain: boolean; firstOrder: number } & Pick<HtmlSource, "expressions">,
): StyleSheet | undefined {
  const { css } = element;
  checkNesting(css);
  const sheet: StyleSheet = { element, rules: [], comments: [], hasMore: false };
  let isReadable = true;

  function visit(nodes: Iterable<CssNode>, group: Pick<StyleRule, "isConditional" | "isOrdered">): void {
    for (const node of nodes) {
      if (node.type === "Rule") {
        const rule = readRule(node, css);
        isReadable &&= isFixedRule(node, css, expressions) && !hasRules(node);
        if (rule) sheet.rules.push({ ...rule, ...group, order: firstOrder + sheet.rules.length });
      } else if (node.type === "Atrule") {
        sheet.hasMore = true;
        isReadable &&= hasValuesOnly(css.slice(...atruleText(node)), expressions);
        const { block, name } = node;
        const isGroup = CONDITIONS.has(name.toLowerCase());
        if (block && (isGroup || WITH_OWN_ORDER.has(name.toLowerCase())))
          visit(block.children, { isConditional: true, isOrdered: group.isOrdered && isGroup });
      } else if (node.type === "Raw") {
        isReadable &&= !node.value.includes(OPEN);
      }
    }
  }

  const root = parse(css, {
    positions: true,
    parseValue: false,
    parseAtrulePrelude: false,
    parseCustomProperty: false,
    onComment: (_, { start, end }) => sheet.comments.push({ start: start.offset, end: end.offset }),
  });
  if (root.type !== "StyleSheet") return undefined;
  visit(root.children, { isConditional: !isPlain, isOrdered: true });
  return isReadable ? sheet : undefined;
}

/** Whether a rule has others in it: which of them wins depends on more than their order. */
function hasRules({ block }: Rule): boolean {
  return block.children.some(
    ({ type, ...node }) =>
      type === "Rule" || type === "Atrule" || ("value" in node && type === "Raw" && String(node.value).includes("{")),
  );
}

/** The parts of a rule that selectors and declarations are read from. Undefined for one that no browser takes. */
function readRule({ prelude, block, loc }: Rule, css: string) {
  if (prelude.type !== "SelectorList" || !loc || !block.loc) return undefined;
  const selectors = prelude.children.toArray().flatMap((selector) => {
    if (selector.type !== "Selector" || !selector.loc) return [];
    const text = css.slice(selector.loc.start.offset, selector.loc.end.offset);
    return [{ text, specificity: specificityOf(selector) }];
  });
  const declarations = declarationsIn(block, css);
  return { start: loc.start.offset, end: loc.end.offset, blockStart: block.loc.start.offset, selectors, declarations };
}

function declarationsIn(block: Block, css: string): Declaration[] {
  return block.children.toArray().flatMap((node): Declaration[] => {
    if (node.type !== "Declaration" || !node.value.loc) return [];
    const { property, important, value } = node;
    const { start, end } = node.value.loc;
    const text = css.slice(start.offset, end.offset);
    if (value.type === "Raw" && text.trim() === "" && !property.startsWith("--")) return [];
    return [
      {
        property: property.startsWith("--") ? property : property.toLowerCase(),
        value: text,
        isImportant: important !== false,
        valueEnd: start.offset + text.trimEnd().length,
      },
    ];
  });
}

/** The declarations of a style attribute. */
export function readStyleAttribute(style: string): Declaration[] {
  checkNesting(style);
  const list = parse(`{${style}\n}`, {
    context: "block",
    positions: true,
    parseValue: false,
    parseCustomProperty: false,
  });
  return list.type === "Block" ? declarationsIn(list, `{${style}\n}`) : [];
}

/** Whether variables stand in values of declarations only: `color: {{ branding.color }}`. */
function isFixedRule({ prelude, block }: Rule, css: string, expressions: HtmlSource["expressions"]): boolean {
  if (prelude.loc && css.slice(prelude.loc.start.offset, prelude.loc.end.offset).includes(OPEN)) return false;
  return block.children.toArray().every((node) => {
    if (!node.loc) return true;
    const text = css.slice(node.loc.start.offset, node.loc.end.offset);
    if (!text.includes(OPEN)) return true;
    return node.type === "Declaration" && !node.property.includes(OPEN) && hasValuesOnly(text, expressions);
  });
}

/** The rule without the block of a group, whose rules are looked at one by one. */
function atruleText({ loc, block, name }: Atrule): [start: number, end: number] {
  const isGroup = CONDITIONS.has(name.toLowerCase()) || WITH_OWN_ORDER.has(name.toLowerCase());
  const end = isGroup ? block?.loc?.start.offset : undefined;
  return [loc?.start.offset ?? 0, end ?? loc?.end.offset ?? 0];
}

/** Parsing goes into blocks and brackets by recursion. */
function checkNesting(css: string): void {
  let depth = 0;
  for (const character of css) {
    if ("{([".includes(character)) depth += 1;
    else if (depth > 0 && "})]".includes(character)) depth -= 1;
    if (depth > BLOCKS_MAX)
      throw new TooComplexError(`the style rules have more than ${BLOCKS_MAX} blocks in each other`);
  }
}
