import { hashKey } from "@tanstack/react-query";
import type { Filter } from "#contract/schemas/conditions.ts";
import { conditionText } from "#dashboard/components/conditions/condition-text.ts";
import type { EditedStep, EditedVariant } from "../editor/definition.ts";
import type { StepDifference } from "./compare-definitions.ts";

/** A content of a step in one version: its own, or that of a variant. */
export interface ComparedContent {
  values: Record<string, unknown>;
  /** Why it would be taken, in words; of variants alone. */
  condition?: string;
}

export interface ContentPair {
  /** The name of the variant; undefined for the step's own content. */
  variant?: string;
  before: ComparedContent | undefined;
  after: ComparedContent | undefined;
}

/** The contents of a step that two versions do not have alike: variants that differ, and its own unless it is the same and a variant is not. */
export function compareContents({ before, after }: Pick<StepDifference, "before" | "after">): ContentPair[] {
  const variants = variantPairs(before?.variants ?? [], after?.variants ?? []).filter(differs);
  const own = { before: before && ownContent(before), after: after && ownContent(after) };
  return variants.length === 0 || differs(own) ? [own, ...variants] : variants;
}

function variantPairs(before: readonly EditedVariant[], after: readonly EditedVariant[]): ContentPair[] {
  const pairs = after.map((variant) => ({ variant, earlier: sameVariantIn(before, variant) }));
  const removed = before.filter((variant) => !pairs.some(({ earlier }) => earlier === variant));
  return [
    ...pairs.map(({ variant, earlier }) => ({
      variant: nameOf(variant),
      before: earlier && contentOf(earlier),
      after: contentOf(variant),
    })),
    ...removed.map((variant) => ({ variant: nameOf(variant), before: contentOf(variant), after: undefined })),
  ];
}

const sameVariantIn = (variants: readonly EditedVariant[], { key, name }: EditedVariant): EditedVariant | undefined =>
  variants.find((variant) => variant.key === key) ??
  variants.find((variant) => name !== undefined && variant.name === name);

const nameOf = ({ name }: EditedVariant): string => name || "Without a name";

const differs = ({ before, after }: ContentPair): boolean => hashKey([before ?? null]) !== hashKey([after ?? null]);

const ownContent = ({ controlValues }: EditedStep): ComparedContent => ({ values: controlValues });
const contentOf = ({ controlValues = {}, filters, active }: EditedVariant): ComparedContent => ({
  values: controlValues,
  condition: active ? whenText(filters) : "Switched off",
});

function whenText(filters: readonly Filter[]): string {
  const condition = conditionText(filters);
  return condition === undefined ? "Never, as it has no condition" : `If ${condition}`;
}
