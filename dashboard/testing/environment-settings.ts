import type { OrganizationUsage } from "#contract/accounts/usage.ts";
import type { InboundMailSettings } from "#contract/inbound-mail.ts";
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

/** Of an organisation that has nearly used up its events. */
export const USAGE: OrganizationUsage = {
  plan: {
    serviceLevel: "free",
    isLimited: true,
    extraEventsCost: null,
    stepsOfWorkflow: 20,
    activityHours: 24,
    waitDays: 1,
    auditDays: 30,
    callsPerSecond: { trigger: 60, configuration: 20, global: 30 },
    features: { roles: false, brandingRemoval: false, customEnvironments: false, autoTranslations: false },
  },
  period: { startsAt: "2026-12-01T00:00:00.000Z", endsAt: "2027-01-01T00:00:00.000Z" },
  events: { used: 9_480, included: 10_000 },
  members: { used: 3, included: 3 },
  environments: [
    { _id: "1", name: "Development", workflows: { used: 4, included: 20 }, runs: 12_000, messages: 15_000 },
  ],
  periods: [{ startsAt: "2026-12-01T00:00:00.000Z", runs: 12_000, messages: 15_000 }],
};

export const INBOUND_MAIL: InboundMailSettings = {
  mailHost: "mail.belfry.test",
  isListening: true,
  domain: "reply.acme.test",
  mxRecordConfigured: false,
  lastMail: {
    receivedAt: "2026-01-06T11:00:00.000Z",
    from: "ada@example.com",
    state: "failed",
    attempts: 5,
    runId: "5",
    workflow: "Order shipped",
  },
};
