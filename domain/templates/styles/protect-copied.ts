import { type Applied, beats, isStronger } from "./cascade.ts";
import { overlap } from "./properties.ts";
import type { TagGroup } from "./tag-groups.ts";
import { COMPARISON_STEPS, type WorkLimit } from "./work-limit.ts";

/**
 * The declarations that become important in a style attribute, so that one of them still wins over a weaker rule that is made
 * important: itself, and those that win over it now. Undefined when a rule on conditions wins over one of them, which it
 * would not any more.
 */
export function toProtect(group: TagGroup, declaration: Applied, limit: WorkLimit): Applied[] | undefined {
  const copied = [...group.ofRules, ...group.ofAttribute];
  const conditional = [...group.conditional, ...group.alsoConditional];
  const found = new Set([declaration]);
  for (const applied of found) {
    limit.spend(COMPARISON_STEPS * (copied.length + conditional.length));
    if (conditional.some((other) => isAbout(other, applied) && beats(other, applied))) return undefined;
    if (applied.declaration.isImportant) continue;
    for (const other of copied) if (isAbout(other, applied) && isStronger(other, applied)) found.add(other);
  }
  return [...found].filter((applied) => !applied.declaration.isImportant);
}

const isAbout = (one: Applied, other: Applied): boolean =>
  one.declaration !== other.declaration && overlap(one.declaration.property, other.declaration.property);
