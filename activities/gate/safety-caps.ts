import { CONTINUED_FOR_MINUTES, type PauseReason } from "#contract/constants/safety-caps.ts";
import { HOUR, MINUTE } from "#contract/constants/values/times.ts";
import { effectiveCaps } from "#contract/safety-caps.ts";
import type { Database } from "#db/client.ts";
import { openPause, type PauseTarget, reportRate } from "#db/queries/pauses/open-pause.ts";
import type { Scope } from "#db/scope.ts";
import type { Clock } from "../run/decision-deps.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import { createRateCounts, knownTotal, type RateCount } from "./rate-counts.ts";

/** A worker reports what it counts once it alone has this part of a cap, and then so often. */
const REPORTED_SHARE = 10;
const REPORTED_EVERY_MS = 1_000;

/**
 * Counts events and messages against the safety caps, in memory: a slice costs no statement. Workers tell each other through
 * `rates` once a target comes near its cap. See docs/decisions/024-limits-and-safety-caps.md for what that promises.
 */
export interface SafetyCaps {
  /** An event was taken up for the first time. */
  noteEvent(event: Scope & { workflowId: string }): void;
  noteStored(slice: Slice, claimed: readonly Member[]): void;
  /** Settles when everything that was found has been written. */
  settled(): Promise<void>;
}

export interface SafetyCapsOptions {
  db: Database;
  clock: Clock;
  /** A workflow or a subscriber was paused: the place from which members are told. */
  onPaused(pause: PauseTarget & { id: string }): void;
  onError(error: unknown): void;
}

/** Messages that could not be attempted bother nobody. */
const sentBy = ({ write }: Member): number => write.messages.filter(({ status }) => status === "sent").length;

export function createSafetyCaps({ db, clock, onPaused, onError }: SafetyCapsOptions): SafetyCaps {
  const minute = createRateCounts(MINUTE);
  const hour = createRateCounts(HOUR);
  const underWay = new Set<Promise<void>>();

  return {
    noteEvent({ workflowId }) {
      minute.of(workflowId, clock()).events += 1;
    },
    noteStored({ event, context }, claimed) {
      const now = clock();
      const caps = effectiveCaps(context.caps.environment, context.caps.workflow);
      const count = minute.of(event.workflowId, now);
      for (const member of claimed) count.messages += sentBy(member);
      const workflow = { scope: event, targetId: event.workflowId, count, rates: minute, now };
      check(workflow, "events", "workflow_events", caps.eventsPerWorkflowPerMinute);
      check(workflow, "messages", "workflow_messages", caps.messagesPerWorkflowPerMinute);

      const limit = caps.messagesPerSubscriberPerHour;
      if (limit === null || context.workflow.critical) return;
      for (const member of claimed) {
        const messages = sentBy(member);
        if (messages === 0) continue;
        const { subscriberId: targetId } = member;
        const found = hour.addMessages(targetId, messages, limit / REPORTED_SHARE, now);
        if (found) {
          const subscriber = { scope: event, targetId, count: found, rates: hour, now };
          check(subscriber, "messages", "subscriber_messages", limit);
        }
      }
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };

  interface Counted {
    scope: Scope;
    targetId: string;
    count: RateCount;
    rates: typeof minute;
    now: Date;
  }

  function check(counted: Counted, what: "events" | "messages", reason: PauseReason, limit: number | null): void {
    const { count, now } = counted;
    if (limit === null || count.isReporting || count[what] * REPORTED_SHARE < limit) return;
    const isReached = () => knownTotal(count)[what] >= limit;
    // The first time that a cap is reached does not wait; what is still under way then does.
    const isUrgent = isReached() && !count.isReached;
    if (!isUrgent && now.getTime() - count.reportedAt < REPORTED_EVERY_MS) return;
    count.isReached ||= isUrgent;
    count.isReporting = true;
    const reported = report(counted)
      .then(() => (isReached() ? pause(counted, reason, limit, knownTotal(count)[what]) : undefined))
      .catch(onError)
      .finally(() => {
        count.isReporting = false;
        underWay.delete(reported);
      });
    underWay.add(reported);
  }

  async function report({ scope, targetId, count, rates, now }: Counted): Promise<void> {
    count.reportedAt = now.getTime();
    const { events, messages } = count;
    const added = { events: events - count.reported.events, messages: messages - count.reported.messages };
    const { environmentId } = scope;
    count.total = await reportRate(db, { environmentId, targetId, startsAt: rates.startsAt(), ...added });
    count.reported = { events, messages };
  }

  async function pause({ scope, targetId }: Counted, reason: PauseReason, limit: number, counted: number) {
    const { organizationId, environmentId } = scope;
    const target = { organizationId, environmentId, reason, targetId, limit, counted };
    const id = await openPause(db, target, CONTINUED_FOR_MINUTES);
    if (id !== undefined) onPaused({ ...target, id });
  }
}
