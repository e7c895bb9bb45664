import type { IntegrationHealth } from "#contract/integration-health.ts";
import type { Database } from "#db/client.ts";
import { readSends, type SendsOfIntegration } from "#db/queries/integrations/integration-sends.ts";
import type { Scope } from "#db/scope.ts";
import { healthOf, successShare } from "#domain/lanes/integration-health.ts";
import { medianOf } from "#domain/lanes/send-durations.ts";

/** Reads the health of each integration of an environment but its inbox, which has no vendor. */
export async function integrationHealth(db: Database, scope: Scope): Promise<IntegrationHealth[]> {
  const now = new Date();
  const integrations = await readSends(db, scope, now);
  return integrations.map((sends) => {
    const { state, since, awayUntil } = healthOf(sends, now.getTime());
    const { lastHour, durations, sentToday, reports } = sends;
    return {
      _id: sends.id,
      state,
      since: momentOf(since),
      awayUntil: momentOf(awayUntil),
      lastHour: {
        sent: lastHour.succeeded,
        failed: lastHour.failed,
        successShare: successShare(lastHour),
        medianMs: medianOf(durations),
      },
      sentToday,
      lastError: lastErrorOf(sends),
      reports: {
        receivedAt: momentOf(reports?.received ?? null),
        refused: reports?.refused ? { at: isoOf(reports.refused.at), message: reports.refused.message } : null,
      },
    };
  });
}

/** Returns the last failure. Of what a vendor refuses later, in a report or a receipt, only the outage knows. */
function lastErrorOf({ error, outage }: SendsOfIntegration): IntegrationHealth["lastError"] {
  if (outage && error?.message !== outage.message && (error === null || error.at < outage.since)) {
    return { at: isoOf(outage.since), message: outage.message, code: null };
  }
  return error && { at: isoOf(error.at), message: error.message, code: error.code };
}

const isoOf = (moment: number): string => new Date(moment).toISOString();
const momentOf = (moment: number | null): string | null => (moment === null ? null : isoOf(moment));
