import type { EditedVariant } from "../definition.ts";

/** Returns the name by which a variant is shown. */
export const variantName = ({ name }: Pick<EditedVariant, "name">, index: number): string =>
  name?.trim() || `Variant ${index + 1}`;
