import { roundWakeTime, WAIT_ROUNDING } from "#domain/times/wake-time.ts";
import type { Slice } from "./slice.ts";

/** When a run that is held is looked at again. Asking has taken its time since the slice was read. */
export function wakeAfter({ deps, now }: Slice, milliseconds: number): Date {
  if (milliseconds === 0) return now;
  const from = deps.clock();
  return roundWakeTime(new Date(from.getTime() + milliseconds), from, WAIT_ROUNDING);
}
