import type { RequestSettings } from "#contract/activity/requests.ts";
import { DEFAULT_RETENTION } from "#contract/constants/limits.ts";
import type { Database } from "#db/client.ts";
import { saveRecorded } from "#db/queries/activity/requests/request-settings.ts";
import { lockRetention, saveRetention } from "#db/queries/retention/retention-days.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

/** Sets what is recorded of calls from now on, and for how long that is kept. Returns it. */
export function setRequestSettings(db: Database, call: CallContext, given: RequestSettings): Promise<RequestSettings> {
  const { scope } = call;
  return noted(db, call, { action: "environment.updated", id: scope.environmentId }, async (transaction) => {
    const retention = await lockRetention(transaction, scope);
    const days = retention ?? DEFAULT_RETENTION;
    // Days that are the default already are no choice of the environment.
    if (days.requests !== given.days) await saveRetention(transaction, scope, { ...days, requests: given.days });
    await saveRecorded(transaction, scope, given);
    return given;
  });
}
