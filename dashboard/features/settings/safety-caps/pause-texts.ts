import type { PauseReason } from "#contract/constants/safety-caps.ts";
import type { Pause } from "#contract/safety-caps.ts";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";

/** Runs that wait are counted up to here. */
const COUNTED = 1_000;

const REASONS: Readonly<Record<PauseReason, { noun: string; time: string }>> = {
  subscriber_messages: { noun: "message", time: "an hour" },
  workflow_events: { noun: "event", time: "a minute" },
  workflow_messages: { noun: "message", time: "a minute" },
};

/** Says which cap was reached: "104 events in a minute, of 100". */
export function capText({ reason, counted, limit }: Pause): string {
  const { noun, time } = REASONS[reason];
  return `${countText(counted, noun)} in ${time}, of ${numberText(limit)}`;
}

/** Says how many runs wait: "1,000 runs or more". */
export const waitingText = ({ waiting }: Pick<Pause, "waiting">): string =>
  waiting >= COUNTED ? `${numberText(COUNTED)} runs or more` : countText(waiting, "run");

/** Names what is paused. */
export const pausedName = ({ workflow, subscriber }: Pause): string =>
  workflow?.name ?? subscriber?.subscriberId ?? "Something that was deleted";
