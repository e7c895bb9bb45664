import type { Feed } from "#contract/inbox/feeds.ts";
import type { Retention } from "#contract/retention.ts";
import type { NotificationGroup } from "#contract/workflows/notification-groups.ts";
import { DEVELOPMENT } from "./fixtures.ts";

const owned = (id: string) => ({
  _id: id,
  id,
  _organizationId: "organization",
  _environmentId: DEVELOPMENT,
  createdAt: "2026-01-05T09:00:00.000Z",
  updatedAt: "2026-01-05T09:00:00.000Z",
});

export const FEED: Feed = {
  ...owned("00000000-0000-4000-8000-0000000000c5"),
  name: "billing",
  identifier: "billing",
  deleted: false,
};
export const GROUP: NotificationGroup = { ...owned("00000000-0000-4000-8000-0000000000c6"), name: "Orders" };

/** Two kinds that take place, one of which could not be cleaned up. */
export const RETENTION: Retention = {
  days: { runs: 30, messages: 30, inApp: 180, requests: 7 },
  diskUse: { jobs: 1_234_567_890, execution_details: 2_000_000 },
  cleanUps: [
    {
      kind: "jobs",
      finishedAt: "2026-01-05T03:00:00.000Z",
      durationMs: 120,
      rows: 4,
      partitions: ["jobs_2025_12"],
      sparedEvents: 0,
      error: "It took too long",
    },
  ],
  nextCleanUpAt: "2026-01-06T03:00:00.000Z",
};
