import { OPEN } from "../protect-expressions.ts";
import { findBlocks } from "../styles/block-tags.ts";
import { chooseCopied } from "../styles/choose-copied.ts";
import { bringsElements, type HtmlSource, hasTags } from "../styles/html-source.ts";
import { type MailDocument, readMail } from "../styles/mail-document.ts";
import { matchSelectors, type RuleSelector } from "../styles/match-selectors.ts";
import { findRaised, NOTHING_RAISED } from "../styles/raise-declarations.ts";
import { keyOf } from "../styles/selector-keys.ts";
import { readStyleSheet, type StyleRule, type StyleSheet } from "../styles/style-sheet.ts";
import { groupTags } from "../styles/tag-groups.ts";
import { createWorkLimit, TooComplexError } from "../styles/work-limit.ts";
import { applyEdits, type Edit, editTag, toStyleText } from "../styles/write-attribute.ts";
import { editStyleElement } from "../styles/write-sheet.ts";

/** Longest texts that style attributes may add to a mail, in characters. */
const ADDED_MAX = 1_000_000;
/** An expression that was not recognised, which could be anything, and a tag whose name is one. */
const UNREADABLE = /\{[{%]|<\/?\uE000/;

/**
 * Copies style rules onto the elements that they are for, because some mail programs drop the rules. Those that cannot be
 * copied everywhere they match stay, and elements look as they did: on paper, in dark mode and on narrow screens, too.
 * Nothing else of the source changes. Undefined when there is nothing to copy, when variables decide which elements and rules
 * there are, and for a mail with too many or too deeply nested ones: it is sent with its rules as they are.
 */
export function inlineCss(source: HtmlSource): string | undefined {
  try {
    return inline(source);
  } catch (error) {
    if (error instanceof TooComplexError) return undefined;
    throw error;
  }
}

function inline(source: HtmlSource): string | undefined {
  const { html } = source;
  if (UNREADABLE.test(html)) return undefined;
  const mail = readMail(source);
  const sheets = readSheets(mail, source);
  if (!sheets) return undefined;
  const limit = createWorkLimit();
  const brings = bringsElements(source);
  const uncertainty = { ofNeighbours: brings || hasTags(source), ofAttributes: mail.dynamicNames };
  const { selectors, tags } = matchSelectors(mail, sheets, { uncertainty, limit });
  const groups = groupTags(tags, limit);
  // What rises would also win over style attributes of elements that the variables bring.
  const raised = brings ? NOTHING_RAISED : findRaised(groups, limit);

  const isForOutlook = ({ read }: RuleSelector) =>
    read !== undefined && mail.outlookKeys.has(keyOf(read, mail.isQuirks));
  const staying = new Set(selectors.filter((selector) => brings || stays(selector) || isForOutlook(selector)));
  const edits: Edit[] = [];
  let added = 0;
  for (const group of groups) {
    const copied = chooseCopied(group, raised, limit);
    for (const selector of copied.staying) staying.add(selector);
    if (copied.declarations.length === 0) continue;
    const style = toStyleText(copied);
    added += style.length * group.tags.length;
    if (added > ADDED_MAX) return undefined;
    for (const tag of group.tags) edits.push(editTag(html, tag, style));
  }
  const byRule = new Map<StyleRule, RuleSelector[]>();
  for (const selector of staying) byRule.set(selector.rule, [...(byRule.get(selector.rule) ?? []), selector]);
  const selectorsOf = (rule: StyleRule) => (byRule.get(rule) ?? []).sort((a, b) => a.place - b.place);
  const keepsPlaces = [...staying].some(({ read }) => !read || read.isOfPlace);
  edits.push(...sheets.flatMap((sheet) => editStyleElement(sheet, { selectorsOf, raised: raised.keys, keepsPlaces })));
  return edits.length === 0 ? undefined : applyEdits(html, edits);
}

/** Whether a rule stays for one of its selectors, whatever can be copied. One that matches nothing may be for a mail program. */
function stays({ read, isUsed, isOpen, isForImplied }: RuleSelector): boolean {
  return !read || !isUsed || isOpen || isForImplied;
}

/** The rules of a mail. Undefined when variables decide which rules there are, or which elements are in which. */
function readSheets({ tags, styles }: MailDocument, source: HtmlSource): StyleSheet[] | undefined {
  if (tags.some(({ elements: [{ name }], attributes }) => name.includes(OPEN) || attributes.hasContent))
    return undefined;
  const blocks = findBlocks(source, tags);
  if (!blocks) return undefined;
  const isIn = ({ start }: { start: number }, block: { start: number; end: number }) =>
    block.start <= start && start < block.end;
  // What is captured is printed elsewhere, where other rules may apply to it.
  if (blocks.some((block) => block.name === "capture" && tags.some((tag) => isIn(tag, block)))) return undefined;
  const sheets: StyleSheet[] = [];
  let firstOrder = 0;
  for (const element of styles) {
    const isPlain = element.isPlain && !blocks.some((block) => isIn(element, block));
    const sheet = readStyleSheet(element, { isPlain, firstOrder, expressions: source.expressions });
    if (!sheet) return undefined;
    sheets.push(sheet);
    firstOrder += sheet.rules.length;
  }
  return sheets;
}
