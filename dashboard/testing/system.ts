import type { SystemState } from "#contract/accounts/system.ts";

export const SYSTEM: SystemState = {
  addresses: {
    database: "db.test:5432/belfry",
    temporal: "temporal.test:7233",
    namespace: "default",
    taskQueue: "belfry",
  },
  queues: {
    isKnown: true,
    queues: [
      { kind: "workflows", backlog: 0, oldestMs: 0, workers: 2 },
      { kind: "activities", backlog: 120, oldestMs: 42_000, workers: 2 },
    ],
  },
  lanes: {
    isKnown: true,
    lanes: [
      {
        integrationId: "1",
        environmentId: "1",
        name: "Postmark",
        waiting: { count: 1_000, isMore: true },
        dueAt: "2026-01-06T11:00:00.000Z",
        perSecond: 12.34,
        blockedUntil: null,
      },
    ],
  },
  processes: {
    isKnown: true,
    processes: [
      {
        id: "5d1c1f0a-3f2e-4c07-9f1e-0d7d8a5a4b11",
        seenAt: "2026-01-06T11:00:00.000Z",
        isGone: true,
        inboxes: { count: 3, isMore: false },
      },
    ],
  },
  migrations: {
    isKnown: true,
    applied: 45,
    pending: ["0045_next"],
    last: { name: "0044_contexts", writtenAt: "2026-01-05T11:00:00.000Z" },
  },
};
