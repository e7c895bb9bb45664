import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether a test combines each row of its table with all of the values, as `npm run test:long` does. */
    isExhaustive: boolean;
  }
}

/** Whether the test goes through everything, which takes too long for every change. */
export const isExhaustive = (): boolean => inject("isExhaustive");

/** The values to go through for a row of a table: by day one of them, another one for each row, so that each has its turn. */
export const inTurn = <Value>(values: readonly Value[], row: number): readonly Value[] =>
  isExhaustive() ? values : values.filter((_, index) => index === row % values.length);
