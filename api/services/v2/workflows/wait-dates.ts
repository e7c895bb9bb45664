import type { PreviewWaitDates, WaitDates } from "#contract/v2/step-waits.ts";
import { DomainError } from "#domain/errors.ts";
import { clockAt } from "#domain/times/clock-changes.ts";
import { nextWaitDates, type WaitDate } from "#domain/times/wait-dates.ts";
import { metadataOfUnsaved, refusedMetadata } from "./unsaved-wait.ts";

/** Computes when a step ends next. Throws `invalid_input`, which names the control, and for a step that does not end at set times. */
export function waitDates({ type, controlValues, from, count }: PreviewWaitDates): WaitDates {
  const metadata = metadataOfUnsaved(type, controlValues);
  if (metadata.type !== "timed") {
    throw new DomainError("invalid_input", ["controlValues.type must be timed: other waits depend on the event"]);
  }
  const found = nextWaitDates(metadata, from === undefined ? new Date() : new Date(from), count);
  if ("error" in found) throw refusedMetadata(found.error, controlValues);
  return { timezone: metadata.timed?.timezone ?? "UTC", dates: found.dates.map(dateView) };
}

function dateView({ at, local, change, skipped, repeated }: WaitDate): WaitDates["dates"][number] {
  return {
    at: at.toISOString(),
    local: wallTime(local),
    ...(change && {
      clockChange: {
        at: change.at.toISOString(),
        from: wallTime(clockAt(change.at, change.offsetBefore)),
        to: wallTime(clockAt(change.at, change.offsetAfter)),
      },
    }),
    ...(skipped && { skipped: wallTime(skipped) }),
    ...(repeated && { repeated }),
  };
}

const wallTime = (shown: Date): string => shown.toISOString().slice(0, 19);
