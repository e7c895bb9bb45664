import { type Applied, beats, isStronger } from "./cascade.ts";
import type { RuleSelector } from "./match-selectors.ts";
import { covers, isPlainValue, overlap } from "./properties.ts";
import { claimKey, isLeftToState, type Raised } from "./raise-declarations.ts";
import type { TagGroup } from "./tag-groups.ts";
import { COMPARISON_STEPS, type WorkLimit } from "./work-limit.ts";

/** Declarations that are copied to the tags of a group, in the order of a style attribute. */
export interface Copied {
  declarations: { property: string; value: string; isImportant: boolean }[];
  /** Selectors whose rules have to stay, because one of their declarations could not be copied here. */
  staying: RuleSelector[];
}

/**
 * Chooses the declarations that are copied to the tags of a group. One that a rule on conditions wins over is not copied, as
 * the attribute would win then, unless that one becomes important.
 */
export function chooseCopied(group: TagGroup, raised: Raised, limit: WorkLimit): Copied {
  if (group.isFixed) return { declarations: [], staying: selectorsOf(group.ofRules) };
  const held = findHeld(group, raised.keys, limit);
  const isProtected = raised.protectedIn(group);
  const asCopied = (applied: Applied) => (isProtected.has(applied) ? asImportant(applied) : applied);
  const copied = group.ofRules.filter((applied) => !held.has(applied)).map(asCopied);
  const ofAttribute = group.ofAttribute.map(asCopied);
  // Where rules are dropped, these are shown; everywhere else the important ones in the style element win.
  const instead = group.ofRules.filter((applied) => held.has(applied) && applied.declaration.isImportant);
  const declarations = withoutReplaced([...copied, ...ofAttribute], limit)
    .filter((applied) => applied.selector !== undefined || !group.ofAttribute.includes(applied))
    .map(({ declaration }) => declaration);
  return {
    declarations: [...declarations, ...withoutReplaced(instead, limit).map(asUnimportant)],
    staying: selectorsOf([...held]),
  };
}

const asImportant = ({ declaration, ...applied }: Applied): Applied => ({
  ...applied,
  declaration: { ...declaration, isImportant: true },
});

const asUnimportant = ({ declaration }: Applied): Copied["declarations"][number] => ({
  ...declaration,
  isImportant: false,
});

const selectorsOf = (applied: readonly Applied[]): RuleSelector[] => [
  ...new Set(applied.flatMap(({ selector }) => selector ?? [])),
];

/** The declarations that cannot be copied, with those that would win over them if they were. */
function findHeld(group: TagGroup, raised: ReadonlySet<string>, limit: WorkLimit): Set<Applied> {
  const held = new Set<Applied>();
  const queue: Applied[] = [];
  const hold = (applied: Applied) => {
    if (held.has(applied)) return;
    held.add(applied);
    queue.push(applied);
  };
  for (const conditional of group.conditional) {
    limit.spend(COMPARISON_STEPS * group.ofRules.length);
    const isRaised = raised.has(claimKey(conditional));
    if (isRaised || isLeftToState(conditional) || isReplaced(conditional, group)) continue;
    for (const applied of group.ofRules) if (winsOver(conditional, applied)) hold(applied);
  }
  for (let applied = queue.pop(); applied; applied = queue.pop()) {
    limit.spend(COMPARISON_STEPS * group.ofRules.length);
    for (const other of group.ofRules) {
      if (isEqual(applied, other) && isStronger(applied, other)) hold(other);
    }
  }
  return held;
}

/** Whether a declaration on conditions wins over one that would win as part of the attribute. */
function winsOver(conditional: Applied, applied: Applied): boolean {
  if (conditional.declaration === applied.declaration || !isEqual(conditional, applied)) return false;
  return conditional.selector?.rule.isOrdered === false || isStronger(conditional, applied);
}

const isEqual = (one: Applied, other: Applied): boolean =>
  one.declaration.isImportant === other.declaration.isImportant &&
  overlap(one.declaration.property, other.declaration.property);

/** Whether a declaration on conditions never shows here, because one that applies in any case wins over it. */
function isReplaced(conditional: Applied, { ofRules, ofAttribute }: TagGroup): boolean {
  const { property } = conditional.declaration;
  return (
    conditional.selector?.rule.isOrdered !== false &&
    [...ofRules, ...ofAttribute].some(
      (other) =>
        beats(other, conditional) &&
        covers(other.declaration.property, property) &&
        isPlainValue(other.declaration.property, other.declaration.value),
    )
  );
}

/** Leaves out what a later one replaces for every reader. One rule may have two for readers who do not know the second. */
function withoutReplaced(all: readonly Applied[], limit: WorkLimit): Applied[] {
  limit.spend(COMPARISON_STEPS * all.length);
  const later = new Map<string, Applied>();
  const kept: Applied[] = [];
  for (const applied of [...all].reverse()) {
    const { property, value, isImportant } = applied.declaration;
    const winner = later.get(property);
    const isSameRule = winner?.selector?.rule === applied.selector?.rule;
    const isReplaced = winner && (!isSameRule || winner.declaration.value === value);
    if (isReplaced && (winner.declaration.isImportant || !isImportant)) continue;
    kept.push(applied);
    if (isPlainValue(property, value) && !(winner?.declaration.isImportant && !isImportant))
      later.set(property, applied);
  }
  return kept.reverse();
}
