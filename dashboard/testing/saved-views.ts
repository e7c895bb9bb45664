import type { SavedView } from "#contract/activity/saved-views.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";

export const SAVED_VIEW_ID = "00000000-0000-4000-8000-0000000000e1";

/** Runs with emails, of one event. */
export const aSavedView = (more: Partial<SavedView> = {}): SavedView => ({
  _id: SAVED_VIEW_ID,
  id: SAVED_VIEW_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  name: "Failed mails",
  list: "runs",
  search: "transactionId=7",
  isShared: false,
  isOwn: true,
  createdAt: "2026-01-04T10:00:00.000Z",
  updatedAt: "2026-01-04T10:00:00.000Z",
  ...more,
});
