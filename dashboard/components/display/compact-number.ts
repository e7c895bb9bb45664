const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Returns a count above a thousand as "1.2k". */
export const compactCount = (count: number): string => COMPACT.format(count).toLowerCase();
