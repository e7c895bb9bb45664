import { DAY, HOUR, MINUTE, SECOND } from "#contract/constants/values/times.ts";

const FIRST_PAUSE = 30 * SECOND;
/** Pauses after the first, the second and each further attempt to have a vendor take an address off its list, in milliseconds. */
const PAUSES = [FIRST_PAUSE, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];

/** Attempts before a vendor that does not answer is given up. */
export const LIFT_ATTEMPTS = PAUSES.length + 1;

/** A vendor that could not be asked within so long is given up, however often it was asked. */
export const LIFT_PATIENCE_MS = DAY;

/**
 * Returns how long to wait after an attempt that had no answer, in milliseconds; null when that was the last one. The vendor may ask for
 * a longer pause.
 */
export function pauseAfterLift(attempts: number, retryAfterSeconds: number | undefined): number | null {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? null : longer(pause, retryAfterSeconds);
}

/** Returns for how long a vendor that did not answer is left alone, before it is asked about another address. */
export const pauseOfVendor = (retryAfterSeconds: number | undefined): number => longer(FIRST_PAUSE, retryAfterSeconds);

const longer = (pause: number, retryAfterSeconds = 0): number => Math.max(pause, retryAfterSeconds * SECOND);
