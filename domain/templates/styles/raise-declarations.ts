import { type Applied, beats, isStronger } from "./cascade.ts";
import { overlap } from "./properties.ts";
import { toProtect } from "./protect-copied.ts";
import type { TagGroup } from "./tag-groups.ts";
import { COMPARISON_STEPS, type WorkLimit } from "./work-limit.ts";

/** A declaration of a rule that stays: it may have to be made important to win over what is copied, as it did before. */
interface Claim {
  applied: Applied;
  /** Whether it wins nothing by that which it did not win before. */
  canRise: boolean;
  /** Whether it wins somewhere over a declaration that is copied to the elements. */
  mustRise: boolean;
  /** Those that win over it now, and would not if it alone rose. */
  rivals: Set<Claim>;
  /** Copied declarations that win over it now, and become important with it to do so still. */
  protected: { group: TagGroup; declarations: readonly Applied[] }[];
}

/** Declarations that become important so that the same declarations win as before. */
export interface Raised {
  /** Declarations of rules that stay, by their `claimKey`. */
  keys: ReadonlySet<string>;
  /** Declarations that are copied, or are in the style attribute already. */
  protectedIn(group: TagGroup): ReadonlySet<Applied>;
}

export const NOTHING_RAISED: Raised = { keys: new Set(), protectedIn: () => new Set() };

/** Identifies a declaration of a selector: one rule may stay for some of its selectors only. */
export const claimKey = ({ selector, place }: Pick<Applied, "selector" | "place">): string =>
  `${selector?.index}:${place}`;

/**
 * Finds the declarations of rules that stay which become important, because declarations that they win over become part of
 * style attributes. Those are left out that would then win over something else.
 */
export function findRaised(groups: readonly TagGroup[], limit: WorkLimit): Raised {
  const claims = new Map<string, Claim>();
  for (const group of groups) {
    const here = [...group.conditional, ...group.alsoConditional].map((applied) => claimOf(claims, applied));
    if (here.length === 0) continue;
    for (const claim of here) compareWithCopied(claim, group, limit);
    for (const claim of here) compareWithOthers(claim, here, limit);
  }
  const all = [...claims.values()];
  let isSettled = false;
  while (!isSettled) {
    isSettled = true;
    for (const claim of all) {
      limit.spend(1 + claim.rivals.size);
      if (!claim.canRise || ![...claim.rivals].some((rival) => !rival.canRise)) continue;
      claim.canRise = false;
      isSettled = false;
    }
  }
  const rising = all.filter(({ canRise, mustRise }) => canRise && mustRise);
  const raised = new Set(rising);
  for (let claim = rising.pop(); claim; claim = rising.pop()) {
    const more = [...claim.rivals].filter((rival) => !raised.has(rival));
    for (const rival of more) raised.add(rival);
    rising.push(...more);
  }
  const byGroup = new Map<TagGroup, Set<Applied>>();
  for (const { group, declarations } of [...raised].flatMap((claim) => claim.protected)) {
    byGroup.set(group, new Set([...(byGroup.get(group) ?? []), ...declarations]));
  }
  return {
    keys: new Set([...raised].map(({ applied }) => claimKey(applied))),
    protectedIn: (group) => byGroup.get(group) ?? new Set(),
  };
}

function claimOf(claims: Map<string, Claim>, applied: Applied): Claim {
  const known = claims.get(claimKey(applied));
  if (known) return known;
  const { selector, declaration } = applied;
  const canRise = !declaration.isImportant && selector?.read !== undefined && selector.rule.isOrdered;
  const claim: Claim = { applied, canRise, mustRise: false, rivals: new Set(), protected: [] };
  claims.set(claimKey(applied), claim);
  return claim;
}

function compareWithCopied(claim: Claim, group: TagGroup, limit: WorkLimit): void {
  const { applied } = claim;
  const copied = [...group.ofRules, ...group.ofAttribute];
  limit.spend(COMPARISON_STEPS * copied.length);
  if (group.isAttributeDynamic || group.isFixed) claim.canRise = false;
  for (const other of copied) {
    if (other.declaration === applied.declaration || !overlap(other.declaration.property, applied.declaration.property))
      continue;
    if (!beats(other, applied)) {
      claim.mustRise = true;
      continue;
    }
    const declarations = claim.canRise ? toProtect(group, other, limit) : undefined;
    if (declarations) claim.protected.push({ group, declarations });
    else claim.canRise = false;
  }
}

function compareWithOthers(claim: Claim, others: readonly Claim[], limit: WorkLimit): void {
  const { applied } = claim;
  if (!claim.canRise) return;
  limit.spend(COMPARISON_STEPS * others.length);
  for (const other of others) {
    const { declaration, selector } = other.applied;
    if (other === claim || !overlap(declaration.property, applied.declaration.property)) continue;
    const isWeaker = isStronger(applied, other.applied);
    if (declaration.isImportant) claim.canRise &&= !isWeaker;
    else if (!isWeaker && !isLeftToState(other.applied) && selector !== undefined) claim.rivals.add(other);
  }
}

/** A rule for what its reader does with an element gives way to what is copied, so that mail programs without rules show that. */
export const isLeftToState = ({ selector }: Applied): boolean => selector?.read?.isOfState === true;
