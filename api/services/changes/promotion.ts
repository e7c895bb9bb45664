import type { Scope } from "#db/scope.ts";

/** Copying what one environment has to another one. */
export interface Promotion {
  source: Scope;
  target: Scope;
  /** Who promotes; the author of new copies. */
  userId: string;
}
