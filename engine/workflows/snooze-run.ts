import { proxyActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { queued } from "../policies.ts";
import { followDueRows } from "./follow-due-rows.ts";

const { returnSnoozed } = proxyActivities<Activities>(queued);

/** Brings snoozed notifications back to their inboxes until none is left. */
export const snoozeRun = (): Promise<void> => followDueRows(returnSnoozed, { summary: "snoozed notifications" });
