import type { Cancellation, CancellationPreview } from "#contract/activity/cancellations.ts";
import type { Resumption, ResumptionPreview } from "#contract/resumptions.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";

export const RESUMPTION_ID = "00000000-0000-4000-8000-0000000000d1";

/** A resumption of all failed emails, which has come to its end. */
export const aResumption = (more: Partial<Resumption> = {}): Resumption => ({
  _id: RESUMPTION_ID,
  id: RESUMPTION_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  name: "After the outage",
  version: "pinned",
  spreadSeconds: 600,
  filter: { channels: ["email"] },
  state: "completed",
  total: 12_483,
  done: 12_480,
  failed: 2,
  skipped: 1,
  reasons: [{ reason: "canceled", message: "The event was cancelled: trigger the workflow again", runs: 2 }],
  createdAt: "2026-01-05T10:00:00.000Z",
  createdBy: { name: "Ada Lovelace" },
  finishedAt: "2026-01-05T10:10:00.000Z",
  ...more,
});

/** The same while it is under way. */
export const aRunningResumption = (more: Partial<Resumption> = {}): Resumption => {
  const { finishedAt: _finishedAt, ...resumption } = aResumption({
    state: "running",
    done: 3_000,
    failed: 0,
    skipped: 0,
    reasons: [],
  });
  return { ...resumption, ...more };
};

export const aPreview = (more: Partial<ResumptionPreview> = {}): ResumptionPreview => ({
  runs: 12_483,
  isExact: true,
  byChannel: [
    { channel: "email", steps: 12_000 },
    { channel: "sms", steps: 500 },
  ],
  byReason: [
    { reason: "550 mailbox unavailable", runs: 12_000 },
    { reason: null, runs: 483 },
  ],
  ...more,
});

export const CANCELLATION_ID = "00000000-0000-4000-8000-0000000000d2";

/** A cancellation of all runs of an event, which has come to its end. */
export const aCancellation = (more: Partial<Cancellation> = {}): Cancellation => ({
  _id: CANCELLATION_ID,
  id: CANCELLATION_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  name: "Wrong prices",
  filter: { transactionId: "7" },
  state: "completed",
  total: 1_204,
  done: 1_200,
  failed: 1,
  skipped: 3,
  reasons: [
    { reason: "canceled", message: "The run was cancelled already", runs: 1 },
    { reason: "nothing", message: "Nothing of the run was left to cancel", runs: 3 },
  ],
  createdBy: { name: "Ada Lovelace", keyEnd: "1a2b" },
  createdAt: "2026-01-05T10:00:00.000Z",
  finishedAt: "2026-01-05T10:10:00.000Z",
  ...more,
});

export const aCancellationPreview = (more: Partial<CancellationPreview> = {}): CancellationPreview => ({
  runs: 1_204,
  isExact: true,
  byWorkflow: [
    { _id: "00000000-0000-4000-8000-0000000000a1", name: "Order shipped", runs: 1_200 },
    { _id: "00000000-0000-4000-8000-0000000000a2", name: null, runs: 4 },
  ],
  byState: [
    { state: "waiting", runs: 1_000 },
    { state: "sending", runs: 204 },
  ],
  byStep: [{ type: "email", steps: 1_204 }],
  ...more,
});
