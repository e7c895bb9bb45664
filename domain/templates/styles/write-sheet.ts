import type { RuleSelector } from "./match-selectors.ts";
import { claimKey } from "./raise-declarations.ts";
import type { StyleRule, StyleSheet } from "./style-sheet.ts";
import { applyEdits, type Edit } from "./write-attribute.ts";

/** Rules that stay in style elements. */
export interface Staying {
  /** The selectors for which a rule stays. */
  selectorsOf(rule: StyleRule): readonly RuleSelector[];
  /** Keys of the declarations that become important: see `claimKey`. */
  raised: ReadonlySet<string>;
  /** Whether one that is left empty stays, because rules of the mail depend on which elements are beside each other. */
  keepsPlaces: boolean;
}

/** Leaves in a style element what stays. One in which nothing does is left out. */
export function editStyleElement({ element, rules, comments, hasMore }: StyleSheet, staying: Staying): Edit[] {
  const edits = rules.flatMap((rule) => editRule(element.css, rule, staying));
  if (edits.length === 0) return [];
  const isEmpty = !hasMore && rules.every((rule) => staying.selectorsOf(rule).length === 0);
  if (isEmpty && !staying.keepsPlaces) return [{ start: element.start, end: element.end, text: "" }];
  const outside = comments.filter(({ start }) => !rules.some((rule) => rule.start <= start && start < rule.end));
  const removed = hasMore ? [] : outside.map((comment) => ({ ...comment, text: "" }));
  const css = applyEdits(element.css, [...edits, ...removed]).trim();
  return [
    { start: element.cssStart, end: element.cssStart + element.css.length, text: css === "" ? "" : `\n${css}\n` },
  ];
}

function editRule(css: string, rule: StyleRule, { selectorsOf, raised }: Staying): Edit[] {
  const selectors = selectorsOf(rule);
  if (selectors.length === 0) return [{ ...withSpaceBefore(css, rule), text: "" }];
  const blocks = new Map<string, string[]>();
  for (const selector of selectors) {
    const block = blockWith(css, rule, (place) => raised.has(claimKey({ selector, place })));
    const texts = blocks.get(block) ?? [];
    texts.push(rule.selectors[selector.place]?.text ?? "");
    blocks.set(block, texts);
  }
  const isUnchanged = selectors.length === rule.selectors.length && blocks.has(css.slice(rule.blockStart, rule.end));
  if (isUnchanged && blocks.size === 1) return [];
  const text = [...blocks].map(([block, texts]) => `${texts.join(", ")} ${block}`).join("\n");
  return [{ start: rule.start, end: rule.end, text }];
}

/** The block of a rule with some of its declarations made important. */
function blockWith(
  css: string,
  { declarations, blockStart, end }: StyleRule,
  isRaised: (place: number) => boolean,
): string {
  const edits = declarations.flatMap(({ valueEnd }, place): Edit[] =>
    isRaised(place) ? [{ start: valueEnd - blockStart, end: valueEnd - blockStart, text: " !important" }] : [],
  );
  return applyEdits(css.slice(blockStart, end), edits);
}

function withSpaceBefore(css: string, { start, end }: StyleRule): { start: number; end: number } {
  let from = start;
  while (from > 0 && /\s/.test(css[from - 1] ?? "")) from -= 1;
  return { start: from, end };
}
