import { type Applied, appliedBy, strongestOfRules } from "./cascade.ts";
import type { StartTag } from "./mail-document.ts";
import type { MatchedTag, RuleSelector } from "./match-selectors.ts";
import { readStyleAttribute } from "./style-sheet.ts";
import type { WorkLimit } from "./work-limit.ts";

/** Tags to which the same rules apply, and which have the same style attribute. */
export interface TagGroup {
  tags: StartTag[];
  /** Declarations of rules that apply in any case, the weakest first. */
  ofRules: Applied[];
  /** Declarations of the style attribute. */
  ofAttribute: Applied[];
  /** Whether variables decide which declarations the style attribute has. */
  isAttributeDynamic: boolean;
  /** Declarations of rules that apply on conditions. */
  conditional: Applied[];
  /** Declarations of rules that apply here in any case and elsewhere on conditions. */
  alsoConditional: Applied[];
  /** Whether nothing can be copied to the tags. */
  isFixed: boolean;
}

/** Puts tags together for which the same is to be decided: a mail has many tags and few kinds of them. */
export function groupTags(matched: readonly MatchedTag[], limit: WorkLimit): TagGroup[] {
  const groups = new Map<string, TagGroup>();
  for (const { tag, certain, conditional, isFixed } of matched) {
    const style = tag.elements[0].attribs.style ?? "";
    const { isStyleDynamic } = tag.attributes;
    const key = [indexes(certain), indexes(conditional), isFixed, isStyleDynamic, style].join("|");
    limit.spend(1 + certain.length + conditional.length);
    const known = groups.get(key);
    if (known) {
      known.tags.push(tag);
      continue;
    }
    const rules = strongestOfRules(certain);
    groups.set(key, {
      tags: [tag],
      ofRules: rules.flatMap(appliedBy),
      ofAttribute: readStyleAttribute(style).map((declaration, place) => ({ selector: undefined, declaration, place })),
      isAttributeDynamic: isStyleDynamic,
      conditional: conditional.flatMap(appliedBy),
      alsoConditional: rules.filter(({ isOpen }) => isOpen).flatMap(appliedBy),
      isFixed,
    });
  }
  return [...groups.values()];
}

const indexes = (selectors: readonly RuleSelector[]): string => selectors.map(({ index }) => index).join(",");
