import { proxyActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { queued } from "../policies.ts";
import { followDueRows } from "./follow-due-rows.ts";

const { askReceipts } = proxyActivities<Activities>(queued);

/** Asks vendors what became of messages that they have taken, until all have answered. */
export const receiptRun = (): Promise<void> => followDueRows(askReceipts, { summary: "receipts of vendors" });
