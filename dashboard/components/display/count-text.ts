import type { CappedCount } from "#contract/schemas/keyset.ts";

const NUMBER = new Intl.NumberFormat("en");

/** Returns a number with its thousands apart: "1,204". */
export const numberText = (number: number): string => NUMBER.format(number);

/** Returns "1 run" or "12,483 runs". */
export const countText = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Returns the same of a count that ends somewhere: "more than 10,000 topics". */
export const cappedCountText = ({ count, isMore }: CappedCount, noun: string): string =>
  isMore ? `more than ${numberText(count)} ${noun}s` : countText(count, noun);
