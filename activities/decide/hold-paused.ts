import { DAY } from "#contract/constants/values/times.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";

/** A held run looks again whether it is still held: executions of its own cost nothing until then. */
const HELD_FOR_MS = 30 * DAY;

/** The pause by which nothing of the member may begin; null when there is none. Critical workflows pass subscribers' pauses. */
export function pauseOf({ context }: Slice, { pauseId }: Member): string | null {
  return context.pauseId ?? (context.workflow.critical ? null : pauseId);
}

export function hold(slice: Slice, member: Member, pauseId: string): void {
  member.heldBy = pauseId;
  member.dueAt = new Date(slice.now.getTime() + HELD_FOR_MS);
}
