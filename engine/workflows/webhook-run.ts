import { proxyActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { queued } from "../policies.ts";
import type { EnvironmentRef } from "../refs.ts";
import { followDueRows } from "./follow-due-rows.ts";

const { sendWebhooks } = proxyActivities<Activities>(queued);

/** Sends an environment's events to its webhook endpoints until none is left. */
export const webhookRun = (environment: EnvironmentRef): Promise<void> =>
  followDueRows(sendWebhooks, { summary: "events for webhook endpoints" }, environment);
