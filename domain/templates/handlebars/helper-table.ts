/** How a helper may be called. */
export interface HelperShape {
  min: number;
  max: number;
  options?: readonly string[] | "any";
  /** Written around content, which it shows or not. */
  isBlock?: boolean;
}

const comparison: HelperShape = { min: 2, max: 2, isBlock: true };
const text: HelperShape = { min: 1, max: 1 };

const HELPERS: Readonly<Record<string, HelperShape>> = {
  equals: comparison,
  eq: comparison,
  ne: comparison,
  gt: comparison,
  gte: comparison,
  lt: comparison,
  lte: comparison,
  titlecase: text,
  uppercase: text,
  lowercase: text,
  pluralize: { min: 1, max: 3 },
  dateFormat: { min: 1, max: 2 },
  unique: { min: 1, max: 2 },
  groupBy: { min: 2, max: 2 },
  sortBy: { min: 1, max: 2 },
  numberFormat: { min: 1, max: 1, options: ["decimalLength", "decimalSep", "thousandsSep"] },
  i18n: { min: 1, max: 1, options: "any", isBlock: true },
  lookup: { min: 2, max: 2 },
};

export const helperOf = (name: string): HelperShape | undefined =>
  Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined;

export const HELPER_NAMES = Object.keys(HELPERS).join(", ");
