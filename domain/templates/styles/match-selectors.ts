import { compile } from "css-select";
import { type Selector, stringify } from "css-what";
import { type AnyNode, type Element, isTag } from "domhandler";
import * as tree from "domutils";
import { mayHaveClass } from "./dynamic-attributes.ts";
import type { MailDocument, StartTag } from "./mail-document.ts";
import { MAY_HAVE_CLASS, type ReadSelector, readSelector, type Uncertainty } from "./selector.ts";
import { keyOf, keysOf } from "./selector-keys.ts";
import type { StyleRule, StyleSheet } from "./style-sheet.ts";
import { TEST_STEPS, type WorkLimit } from "./work-limit.ts";

/** One selector of a rule, with what the mail's elements are to it. */
export interface RuleSelector {
  /** Place among all selectors of the mail. */
  index: number;
  rule: StyleRule;
  /** Place among the selectors of its rule. */
  place: number;
  specificity: number;
  /** Undefined for a selector that browsers may not know, whose rule stays as it is. */
  read: ReadSelector | undefined;
  /** Whether it matches an element of the mail, or may match one. */
  isUsed: boolean;
  /** Whether it matches elements on conditions, so that its rule has to stay. */
  isOpen: boolean;
  /** Whether it matches an element that has no tag which its declarations could be copied to. */
  isForImplied: boolean;
}

/** A tag with the selectors that its elements match in any case, and those that they match on conditions. */
export interface MatchedTag {
  tag: StartTag;
  certain: RuleSelector[];
  conditional: RuleSelector[];
  /** Whether nothing can be copied to it, so that its rules have to stay. */
  isFixed: boolean;
}

export interface Matches {
  selectors: RuleSelector[];
  /** Only those tags that a selector matches. */
  tags: MatchedTag[];
}

type Test = (element: AnyNode) => boolean;

interface Candidate {
  selector: RuleSelector;
  certain: Test | undefined;
  possible: Test;
}

/** Finds which rules apply to which elements. */
export function matchSelectors(
  mail: MailDocument,
  sheets: readonly StyleSheet[],
  { uncertainty, limit }: { uncertainty: Uncertainty; limit: WorkLimit },
): Matches {
  const { selectors, byKey, all } = candidatesOf(mail, sheets, { uncertainty, limit });
  const matchesOf = (element: Element, candidates: Iterable<Candidate>) => {
    const certain: RuleSelector[] = [];
    const conditional: RuleSelector[] = [];
    for (const { selector, certain: isCertain, possible } of candidates) {
      limit.spend(TEST_STEPS);
      if (!possible(element)) continue;
      selector.isUsed = true;
      if (isCertain !== undefined && (isCertain === possible || isCertain(element))) certain.push(selector);
      else conditional.push(selector);
    }
    return { certain, conditional };
  };
  const known = new Map<string, Candidate[]>();
  const candidatesFor = (element: Element): Candidate[] => {
    const keys = keysOf(element, mail.isQuirks);
    const key = keys.join(" ");
    const candidates = known.get(key) ?? keys.flatMap((one) => byKey.get(one) ?? []);
    known.set(key, candidates);
    return candidates;
  };

  for (const element of mail.implied) {
    const { certain, conditional } = matchesOf(element, candidatesFor(element));
    for (const selector of certain) selector.isForImplied = true;
    for (const selector of conditional) selector.isOpen = true;
  }
  const tags = mail.tags.flatMap((tag): MatchedTag[] => {
    const candidates = tag.attributes.names.length > 0 ? () => all : candidatesFor;
    const [first, ...others] = tag.elements.map((element) => matchesOf(element, candidates(element)));
    if (!first) return [];
    const isSame = others.every((other) => isSameList(first.certain, other.certain));
    const conditional = [...new Set([first, ...others].flatMap((matches) => matches.conditional))];
    const certain = isSame ? first.certain : [...new Set([first, ...others].flatMap((matches) => matches.certain))];
    for (const selector of conditional) selector.isOpen = true;
    if (certain.length + conditional.length === 0) return [];
    return [{ tag, certain, conditional, isFixed: !isSame || tag.attributes.mayBringStyle }];
  });
  return { selectors, tags };
}

function candidatesOf(
  { isQuirks }: MailDocument,
  sheets: readonly StyleSheet[],
  { uncertainty, limit }: { uncertainty: Uncertainty; limit: WorkLimit },
) {
  const selectors: RuleSelector[] = [];
  const byKey = new Map<string, Candidate[]>();
  const all: Candidate[] = [];
  const toTest = compiler(isQuirks, limit);
  for (const rule of sheets.flatMap((sheet) => sheet.rules)) {
    const reads = rule.selectors.map(({ text }) => readSelector(text, uncertainty));
    const isWhole = reads.some((read) => read === undefined);
    for (const [place, { specificity }] of rule.selectors.entries()) {
      const read = reads[place];
      const selector: RuleSelector = {
        index: selectors.length,
        rule,
        place,
        specificity,
        read: isWhole ? undefined : read,
        isUsed: false,
        isOpen: false,
        isForImplied: false,
      };
      selectors.push(selector);
      if (!read || read.isOfPseudoElement) continue;
      const possible = toTest(read.possible);
      const isConditional = isWhole || rule.isConditional || !read.certain;
      const isPlain = read.certain && stringify([read.certain]) === stringify([read.possible]);
      const candidate: Candidate = {
        selector,
        possible,
        certain: isConditional || !read.certain ? undefined : isPlain ? possible : toTest(read.certain),
      };
      all.push(candidate);
      const key = keyOf(read, isQuirks);
      const known = byKey.get(key);
      if (known) known.push(candidate);
      else byKey.set(key, [candidate]);
    }
  }
  return { selectors, byKey, all };
}

/** Compiles selectors to tests that count their steps: some go through all siblings, or all elements around one. */
function compiler(isQuirks: boolean, limit: WorkLimit): (tokens: Selector[]) => Test {
  const adapter = {
    ...tree,
    isTag,
    getParent(element: AnyNode) {
      limit.spend(1);
      return element.parent;
    },
    getSiblings(node: AnyNode) {
      const siblings = tree.getSiblings(node);
      limit.spend(siblings.length);
      return siblings;
    },
    prevElementSibling: (node: AnyNode) => tree.prevElementSibling(node),
  };
  const pseudos = {
    [MAY_HAVE_CLASS]: (element: Element, name?: string | null) => mayHaveClass(element, name ?? ""),
  };
  return (tokens) => compile<AnyNode, Element>([tokens], { adapter, pseudos, quirksMode: isQuirks });
}

const isSameList = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((item, index) => item === others[index]);
