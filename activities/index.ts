import { advance } from "./advance.ts";
import { advanceErasure } from "./advance-erasure.ts";
import { advanceImport } from "./advance-import.ts";
import { advanceResumption } from "./advance-resumption.ts";
import { askReceipts } from "./ask-receipts.ts";
import { deliverInboundMails } from "./deliver-inbound-mails.ts";
import type { Deps } from "./deps.ts";
import { withFailures } from "./failures.ts";
import { fireSchedules } from "./fire-schedules.ts";
import { withHeartbeats } from "./heartbeats.ts";
import { housekeep } from "./housekeep.ts";
import { reconcile } from "./reconcile.ts";
import { resolveAudience } from "./resolve-audience.ts";
import { returnSnoozed } from "./return-snoozed.ts";
import { send } from "./send.ts";
import { sendWebhooks } from "./send-webhooks.ts";
import { stopOwned } from "./stop-owned.ts";

export type { Advanced } from "./slice/next-work.ts";

/** Everything that a run may ask for. Names are stored in histories. */
export const createActivities = (deps: Deps) => {
  const move = advance(deps);
  const activity = <Args extends unknown[], Result>(execute: (...args: Args) => Promise<Result>) =>
    withHeartbeats(withFailures(deps, execute));
  return {
    resolveAudience: activity(resolveAudience(deps, move)),
    advance: activity((cohort: Parameters<typeof move>[0]) => move(cohort)),
    sendEmail: activity(send(deps)),
    sendSms: activity(send(deps)),
    sendChat: activity(send(deps)),
    sendPush: activity(send(deps)),
    stopOwned: activity(stopOwned(deps)),
    advanceResumption: activity(advanceResumption(deps)),
    advanceImport: activity(advanceImport(deps)),
    advanceErasure: activity(advanceErasure(deps)),
    deliverInboundMails: activity(deliverInboundMails(deps)),
    returnSnoozed: activity(returnSnoozed(deps)),
    askReceipts: activity(askReceipts(deps)),
    sendWebhooks: activity(sendWebhooks(deps)),
    reconcile: activity(reconcile(deps)),
    fireSchedules: activity(fireSchedules(deps)),
    housekeep: activity(housekeep(deps)),
  };
};

export type Activities = ReturnType<typeof createActivities>;
