import type { TestMode } from "#contract/test-mode.ts";
import { DomainError } from "./errors.ts";

interface GivenTestMode {
  dryRun?: boolean | undefined;
  skipDelays?: boolean | undefined;
}

/** Returns how an event differs that was triggered with this mode; null for a real one. Throws `invalid_input` in Production. */
export function testModeOf(
  given: GivenTestMode | undefined,
  { isProduction }: { isProduction: boolean },
): TestMode | null {
  const { dryRun = false, skipDelays = false } = given ?? {};
  if (!dryRun && !skipDelays) return null;
  if (isProduction) {
    throw new DomainError(
      "invalid_input",
      "testMode cannot be used in Production: leave it out, or trigger the event in Development",
    );
  }
  return { dryRun, skipDelays };
}
