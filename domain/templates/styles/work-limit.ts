/** Thrown when a mail is too large or too deep for its rules to be copied: it is sent with its rules as they are. */
export class TooComplexError extends Error {}

/** Steps that copying the rules of one mail may take, about a second. A large newsletter takes a twentieth of them. */
const STEPS_MAX = 5_000_000;
/** Steps that testing one selector on one element, or comparing two declarations, counts as: what they take on average. */
export const TEST_STEPS = 10;
export const COMPARISON_STEPS = 5;

/** Counts the steps that are taken for one mail, so that no mail takes long, whatever its authors wrote. */
export interface WorkLimit {
  /** Throws a `TooComplexError` when more steps are taken than one mail may take. */
  spend(steps: number): void;
}

export function createWorkLimit(max: number = STEPS_MAX): WorkLimit {
  let left = max;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0) throw new TooComplexError("the mail has too many rules and elements");
    },
  };
}
