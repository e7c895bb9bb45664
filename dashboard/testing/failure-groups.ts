import type { FailureGroup, FailureGroupDetails } from "#contract/activity/failure-groups.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";

export const FAILURE_GROUP_ID = "00000000-0000-4000-8000-0000000000c1";
export const FAILING_WORKFLOW_ID = "00000000-0000-4000-8000-0000000000c3";
const RUN_ID = "00000000-0000-4000-8000-0000000000c2";

/** Emails that Postmark refused. */
export const aFailureGroup = (more: Partial<FailureGroup> = {}): FailureGroup => ({
  _id: FAILURE_GROUP_ID,
  id: FAILURE_GROUP_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  stepType: "email",
  providerId: "postmark",
  reason: "provider_refused",
  code: "406",
  text: "The provider did not send the message: … is inactive",
  firstSeen: "2026-01-04T10:00:00.000Z",
  lastSeen: "2026-01-05T10:00:00.000Z",
  count: 1_204,
  people: { count: 318, isMore: false },
  hours: Array.from({ length: 24 }, (_, hour) => (hour === 20 ? 40 : 0)),
  state: "open",
  ...more,
});

/** The same with its versions and runs. */
export const aFailureGroupPage = (more: Partial<FailureGroupDetails> = {}): FailureGroupDetails => ({
  ...aFailureGroup(),
  versions: [
    {
      workflow: { _id: FAILING_WORKFLOW_ID, name: "Order shipped" },
      version: 12,
      count: 1_200,
      firstHour: "2026-01-04T10:00:00.000Z",
      lastHour: "2026-01-05T10:00:00.000Z",
    },
    { count: 4, firstHour: "2026-01-04T10:00:00.000Z", lastHour: "2026-01-04T10:00:00.000Z" },
  ],
  latestRuns: [
    {
      _notificationId: RUN_ID,
      at: "2026-01-05T10:00:00.000Z",
      workflow: { _id: FAILING_WORKFLOW_ID, name: "Order shipped" },
      subscriberId: "ada",
    },
  ],
  ...more,
});
