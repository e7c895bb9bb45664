import type { GivenTestMode, TestMode } from "#contract/test-mode.ts";
import { DomainError } from "./errors.ts";

/** Returns how an event differs that was triggered with this mode; null for a real one. Throws `invalid_input` in Production. */
export function testModeOf(
  { dryRun = false, skipDelays = false }: GivenTestMode = {},
  { isProduction }: { isProduction: boolean },
): TestMode | null {
  if (!dryRun && !skipDelays) return null;
  if (isProduction) {
    throw new DomainError(
      "invalid_input",
      "testMode cannot be used in Production: leave it out, or trigger the event in Development",
    );
  }
  return { dryRun, skipDelays };
}
