import { proxyActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { queued } from "../policies.ts";
import { followDueRows } from "./follow-due-rows.ts";

const { deliverInboundMails } = proxyActivities<Activities>(queued);

/** Passes replies on to the callbacks of their workflows until none is left. */
export const inboundMailRun = (): Promise<void> =>
  followDueRows(deliverInboundMails, { summary: "replies to pass on" });
