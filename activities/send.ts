import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Context } from "@temporalio/activity";
import { countWaiting, nextDueInLane } from "#db/queries/lanes/lane-queues.ts";
import { leaseFromLane } from "#db/queries/lanes/lease-from-lane.ts";
import { bounds } from "#engine/policies.ts";
import type { LaneRef } from "#engine/refs.ts";
import type { Deps } from "./deps.ts";
import { within } from "./run/within.ts";

export interface Served {
  /** When another delivery has its turn (milliseconds since 1970); null when none is left. */
  nextDueAt: number | null;
  /** Deliveries that are left, for operators. */
  details: string;
}

/**
 * Sends what is due in the lane of an integration, as fast as its vendor takes it. What was decided is stored: nothing is decided here,
 * and what somebody else holds a lease of is left to them. Sends that are under way at the end go on.
 */
export const send =
  (deps: Deps) =>
  async (lane: LaneRef): Promise<Served> => {
    const { db, clock, dispatcher, durations } = deps;
    const { cancellationSignal } = Context.current();
    const deadline = performance.now() + bounds.send.budget;
    const left = () => deadline - performance.now();
    const untilSent = () => within(left(), dispatcher.untilSent(lane.integrationId));
    await dispatcher.look(lane.integrationId);
    let failure: unknown;
    while (left() > 0 && !cancellationSignal.aborted && failure === undefined) {
      const turn = dispatcher.nextTurn(lane.integrationId);
      if (turn.kind === "later") {
        const pause = turn.at.getTime() - clock().getTime();
        if (pause > bounds.send.shortPause) break;
        await sleep(Math.max(pause, 1));
        continue;
      }
      if (turn.room === 0) {
        await untilSent();
        continue;
      }
      const now = clock();
      const until = new Date(now.getTime() + durations.deliveryLease);
      const taken = await leaseFromLane(db, lane, {
        owner: randomUUID(),
        now,
        until,
        limit: turn.room,
        // One is taken whatever its size.
        bytes: Math.max(Math.min(bounds.send.leasedBytes, turn.bytes), 1),
        onlyWithNext: turn.kind === "elsewhere",
      });
      if (taken.length === 0) {
        if (turn.kind === "now" || turn.at) break;
        await untilSent();
        continue;
      }
      dispatcher.send(taken).catch((error: unknown) => {
        failure = error;
      });
    }
    if (failure !== undefined) throw failure;
    const due = await nextDueInLane(db, lane);
    const turn = dispatcher.nextTurn(lane.integrationId);
    const retryAt = turn.kind === "now" ? undefined : turn.at;
    const waiting = due === null ? 0 : await countWaiting(db, lane.integrationId, bounds.send.counted);
    return {
      nextDueAt: due && Math.max(due.getTime(), retryAt?.getTime() ?? 0),
      details: `${waiting}${waiting === bounds.send.counted ? " or more" : ""} waiting${retryAt ? `, the vendor takes none until ${retryAt.toISOString()}` : ""}`,
    };
  };
