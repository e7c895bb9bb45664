import { randomUUID } from "node:crypto";
import type { DecisionStore } from "#activities/run/decision-store.ts";
import { DIGEST_EVENTS_MAX } from "#activities/run/digest-variables.ts";
import { createTranslationReader } from "#activities/run/translation-reader.ts";
import { findTriggerTarget } from "#activities/run/trigger-target.ts";
import type { Database } from "#db/client.ts";
import type { DigestEvents } from "#db/queries/digests/digest-events.ts";
import type { DigestJoin, Joined, JoiningRun } from "#db/queries/digests/join-windows.ts";
import { previewWindows, type WindowPreview } from "#db/queries/digests/preview-windows.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { loadLayout } from "#db/queries/layouts/layout-contents.ts";
import { hasDemoMessages } from "#db/queries/messages/demo-messages.ts";
import { findSuppressed } from "#db/queries/suppressions/find-suppressed.ts";
import { type PassedRuns, previewPasses } from "#db/queries/waits/throttles/preview-passes.ts";
import { isLetThrough } from "#domain/lanes/backoff.ts";
import { countPass } from "#domain/times/throttle-window.ts";

/** A digest window that exists only while something is explained. */
export interface SimulatedWindow {
  id: string;
  stepId: string;
  /** Belfry's id. */
  subscriberId: string;
  digestValue: string;
  masterRunId: string;
  openedAt: Date;
  closesAt: Date;
  isClosed: boolean;
  /** The master first, then in the order in which they joined. */
  members: { runId: string; event: EventRow }[];
}

export interface SimulatedStore extends DecisionStore {
  windows: readonly SimulatedWindow[];
}

interface SimulationOptions {
  /** Whether windows that are open, of digests and throttles, and earlier events of backoff digests count. */
  seesStored: boolean;
}

/**
 * A store that writes nothing. What is decided with it sees the windows that it has opened itself, and those that are stored
 * where it is told so; and counts messages of demo providers for itself.
 */
export function simulatedStore(db: Database, { seesStored }: SimulationOptions): SimulatedStore {
  const windows: SimulatedWindow[] = [];
  const open = new Map<string, SimulatedWindow>();
  const arrivals = new Map<string, Date>();
  const passes = new Map<string, PassedRuns>();
  const waits = new Map<string, Date>();
  const demoJobs = new Map<string, Set<string>>();
  const keyOf = (join: DigestJoin, subscriberId: string): string =>
    JSON.stringify([join.stepId, subscriberId, join.digestValue]);

  /** The same rules as `joinWindows`: a first event of a backoff digest goes through, others open a window or join. */
  function joinOne(
    join: DigestJoin,
    { runId, subscriberId, closesAt }: JoiningRun,
    stored: WindowPreview | undefined,
  ): Joined {
    const key = keyOf(join, subscriberId);
    const lastAt = arrivals.get(key) ?? (stored?.lastAt ? new Date(stored.lastAt) : undefined);
    if (join.backoff) {
      arrivals.set(key, lastAt && lastAt > join.now ? lastAt : join.now);
      if (isLetThrough(lastAt, join.backoff)) return { decision: "skipped" };
    }
    const found = open.get(key);
    if (found) {
      found.members.push({ runId, event: join.event });
      return { decision: "merged", windowId: found.id, masterRunId: found.masterRunId, closesAt: found.closesAt };
    }
    if (stored?.window) {
      const { id: windowId, masterRunId } = stored.window;
      return { decision: "merged", windowId, masterRunId, closesAt: new Date(stored.window.closesAt) };
    }
    const { stepId, digestValue, now, event } = join;
    const window: SimulatedWindow = {
      id: randomUUID(),
      stepId,
      subscriberId,
      digestValue,
      masterRunId: runId,
      openedAt: now,
      closesAt,
      isClosed: false,
      members: [{ runId, event }],
    };
    windows.push(window);
    open.set(key, window);
    return { decision: "created", windowId: window.id, masterRunId: runId, closesAt };
  }

  return {
    windows,
    async joinWindows(join, runs) {
      const subscriberIds = runs.map(({ subscriberId }) => subscriberId);
      const stored = seesStored ? await previewWindows(db, join, subscriberIds) : new Map<string, WindowPreview>();
      return new Map(runs.map((run) => [run.runId, joinOne(join, run, stored.get(run.subscriberId))]));
    },
    async findJoined(stepId, runIds) {
      const of = windows.filter((window) => window.stepId === stepId);
      return new Map(
        runIds.flatMap((runId) => {
          const found = of.find(({ members }) => members.some((member) => member.runId === runId));
          if (!found) return [];
          const { id: windowId, masterRunId, closesAt } = found;
          const decision = masterRunId === runId ? ("created" as const) : ("merged" as const);
          return [[runId, { decision, windowId, masterRunId, closesAt }] as const];
        }),
      );
    },
    async moveWindows(stepId, moved) {
      for (const { runId, closesAt } of moved) {
        const window = windows.find((one) => one.stepId === stepId && one.masterRunId === runId);
        if (window) window.closesAt = closesAt;
      }
    },
    async closeWindows(stepId, { runIds }) {
      for (const [key, window] of open) {
        if (window.stepId !== stepId || !runIds.includes(window.masterRunId)) continue;
        window.isClosed = true;
        open.delete(key);
      }
    },
    async digestEvents(runIds, stepId) {
      const asked = windows.filter((window) => window.stepId === stepId && runIds.includes(window.masterRunId));
      return new Map(asked.map((window) => [window.masterRunId, eventsOf(window)]));
    },
    hasDemoMessages: (scope, month) => hasDemoMessages(db, scope, month),
    async takeDemoMessage(scope, { jobId, ...month }) {
      const key = `${month.providerId}/${month.month}`;
      const taken = demoJobs.get(key) ?? new Set<string>();
      demoJobs.set(key, taken);
      const hasRoom = await hasDemoMessages(db, scope, { ...month, limit: month.limit - taken.size });
      if (hasRoom) taken.add(jobId);
      return hasRoom;
    },
    async claimPasses(claim, runs) {
      const { stepId, throttleValue, limit, now, endsAt } = claim;
      const subscriberIds = runs.map(({ subscriberId }) => subscriberId);
      const stored = seesStored ? await previewPasses(db, claim, subscriberIds) : new Map<string, PassedRuns>();
      return new Map(
        runs.map(({ runId, subscriberId }) => {
          const key = JSON.stringify([stepId, subscriberId, throttleValue]);
          const { isPassed, window } = countPass(passes.get(key) ?? stored.get(subscriberId), { limit, now, endsAt });
          passes.set(key, window);
          return [runId, { passed: isPassed, endsAt: window.endsAt }];
        }),
      );
    },
    async startWaits({ stepId, dueAt }, runs) {
      for (const { runId } of runs) waits.set(`${runId}/${stepId}`, waits.get(`${runId}/${stepId}`) ?? dueAt);
    },
    async readWaits(stepId, runIds) {
      return new Map(
        runIds.flatMap((runId) => {
          const dueAt = waits.get(`${runId}/${stepId}`);
          return dueAt ? [[runId, { dueAt, received: null }] as const] : [];
        }),
      );
    },
    triggerTarget: (scope, workflowId, tenant) => findTriggerTarget(db, scope, workflowId, tenant),
    // The event is not stored, and nothing is started: the run goes on as if both had been done.
    storeEvent: async () => "stored",
    startTrigger() {},
    layout: (ref) => loadLayout(db, ref),
    translations: createTranslationReader(db),
    // Which message tries a failed integration is decided when it is sent.
    claimProbe: async () => false,
    suppressed: (asked) => findSuppressed(db, asked),
  };
}

function eventsOf({ members }: SimulatedWindow): DigestEvents {
  let size = 0;
  const shown = members.filter(({ event }) => {
    size += JSON.stringify(event.payload).length;
    return size <= DIGEST_EVENTS_MAX;
  });
  const expiries = members.flatMap(({ event }) => event.validUntil?.getTime() ?? []);
  return {
    events: shown.map(({ event }) => event.payload),
    sources: shown.map(({ runId, event }) => ({ runId, at: event.createdAt.toISOString() })),
    total: members.length,
    triggeredAt: new Date(Math.max(...members.map(({ event }) => event.createdAt.getTime()))),
    validUntil: expiries.length === members.length ? new Date(Math.max(...expiries)) : null,
  };
}
