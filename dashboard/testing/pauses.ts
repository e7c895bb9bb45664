import type { Pause } from "#contract/safety-caps.ts";

export const PAUSE_ID = "00000000-0000-4000-8000-0000000000b5";

/** A workflow that got more events than its cap. */
export const aPause = (given: Partial<Pause> = {}): Pause => ({
  _id: PAUSE_ID,
  reason: "workflow_events",
  workflow: { _id: "00000000-0000-4000-8000-0000000000b6", identifier: "parcel-sent", name: "Parcel sent" },
  limit: 100,
  counted: 104,
  waiting: 12,
  state: "open",
  createdAt: "2026-01-05T09:00:00.000Z",
  ...given,
});

/** A page of pauses. */
export const pausesOf = (...data: Pause[]) => ({ data, page: 0, pageSize: 25, hasMore: false });
