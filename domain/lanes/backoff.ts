import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { addDuration } from "../values/duration.ts";

/** How far back a backoff digest looks from one moment, and until when an event that comes then counts as an earlier one. */
export interface LookBack {
  since: Date;
  rememberedUntil: Date;
}

/** The look-back window of a digest at the moment; undefined of one that always collects. */
export function lookBackAt(metadata: StepMetadata, now: Date): LookBack | undefined {
  if (metadata.type !== "backoff") return undefined;
  const { backoffAmount: amount, backoffUnit: unit } = metadata;
  return {
    since: addDuration(now, { amount: -amount, unit }),
    rememberedUntil: addDuration(now, { amount: amount + 1, unit }),
  };
}

/** Whether a backoff digest lets an event through, by the moment of the one before it. `joinWindows` decides the same in SQL. */
export const isLetThrough = (lastAt: Date | undefined, { since }: Pick<LookBack, "since">): boolean =>
  lastAt === undefined || lastAt < since;
