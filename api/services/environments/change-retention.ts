import { DEFAULT_RETENTION } from "#contract/constants/limits.ts";
import type { ChangeRetention, RetentionDays } from "#contract/retention.ts";
import type { Database } from "#db/client.ts";
import { lockRetention, saveRetention } from "#db/queries/retention/retention-days.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

/** Changes for how long the environment keeps rows of events that are accepted from now on. Returns all of its days. */
export function changeRetention(db: Database, call: CallContext, changes: ChangeRetention): Promise<RetentionDays> {
  const { scope } = call;
  return noted(db, call, { action: "environment.updated", id: scope.environmentId }, async (transaction) => {
    const current = (await lockRetention(transaction, scope)) ?? DEFAULT_RETENTION;
    const days = (kind: keyof RetentionDays) =>
      changes[kind] === undefined ? current[kind] : (changes[kind] ?? DEFAULT_RETENTION[kind]);
    const retention = {
      runs: days("runs"),
      messages: days("messages"),
      inApp: days("inApp"),
      requests: days("requests"),
    };
    await saveRetention(transaction, scope, retention);
    return retention;
  });
}
