import type { Analytics } from "#contract/activity/analytics.ts";

const FROM = Date.UTC(2026, 0, 4, 10);
const HOUR_MS = 3_600_000;
const NONE = { triggered: 0, delivered: 0, failed: 0, skipped: 0, read: 0, clicked: 0 };

/** The numbers of 24 hours, of which the last one has them all. */
export const anAnalysis = (change: Partial<Analytics> = {}): Analytics => ({
  period: "24h",
  from: new Date(FROM).toISOString(),
  until: new Date(FROM + 24 * HOUR_MS).toISOString(),
  countedUntil: new Date(FROM + 24 * HOUR_MS - 90_000).toISOString(),
  totals: NONE,
  previous: NONE,
  series: Array.from({ length: 24 }, (_, hour) => ({
    ...(hour === 23 ? (change.totals ?? NONE) : NONE),
    at: new Date(FROM + hour * HOUR_MS).toISOString(),
    until: new Date(FROM + (hour + 1) * HOUR_MS).toISOString(),
  })),
  workflows: [],
  channels: [],
  providers: [],
  reasons: [],
  tenants: [],
  marks: [],
  ...change,
});

/** The numbers of a workflow with one step. */
export const ANALYSIS = anAnalysis({
  totals: { triggered: 12, delivered: 10, failed: 2, skipped: 1, read: 4, clicked: 1 },
  channels: [{ channel: "email", delivered: 10, failed: 2, skipped: 1, read: 4, clicked: 1 }],
  providers: [{ providerId: "postmark", delivered: 10, failed: 2, read: 4, clicked: 1 }],
  reasons: [{ reason: "provider_refused", outcome: "failed", count: 2 }],
  tenants: [{ identifier: "acme", triggered: 12, delivered: 10, failed: 2, skipped: 1 }],
  steps: [
    {
      _id: "mail",
      name: "Mail",
      type: "email",
      reached: 12,
      completed: 9,
      failed: 2,
      skipped: 1,
      merged: 0,
      waiting: 0,
      delivered: 10,
      read: 4,
      clicked: 1,
    },
  ],
});
