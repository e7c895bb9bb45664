/*
 * The list that the worker loads. Names are stored in histories: they are never changed, only added to. An execution of any
 * other type carries an event: its type is the identifier of the customer's workflow.
 */
export { cohortRun } from "./cohort-run.ts";
export { erasureRun } from "./erasure-run.ts";
export { housekeepingRun } from "./housekeeping-run.ts";
export { importRun } from "./import-run.ts";
export { inboundMailRun } from "./inbound-mail-run.ts";
export { laneRun } from "./lane-run.ts";
export { receiptRun } from "./receipt-run.ts";
export { resumptionRun } from "./resumption-run.ts";
export { snoozeRun } from "./snooze-run.ts";
export { triggerRun, triggerRun as default } from "./trigger-run.ts";
export { upkeepRun } from "./upkeep-run.ts";
export { webhookRun } from "./webhook-run.ts";
