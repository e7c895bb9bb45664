import { DETAILS } from "#contract/constants/details.ts";
import type { InboundMailSettings } from "#contract/inbound-mail.ts";
import type { Database } from "#db/client.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { findLastReceived, type LastReceived } from "#db/queries/events/inbound-mails/last-received.ts";
import type { Scope } from "#db/scope.ts";
import type { AppConfig } from "../../app-config.ts";

/** Returns how replies to emails come to an environment, and what became of the last one. */
export async function inboundSettings(
  { db, config }: { db: Database; config: Pick<AppConfig, "mailHost" | "inboundMail"> },
  scope: Scope,
): Promise<InboundMailSettings> {
  const [environment, last] = await Promise.all([
    findEnvironment(db, scope.organizationId, scope.environmentId),
    findLastReceived(db, scope, { details: [DETAILS.replyPassedOn, DETAILS.replyNotPassedOn] }),
  ]);
  return {
    mailHost: config.mailHost,
    isListening: config.inboundMail !== null,
    domain: environment?.inboundParseDomain ?? null,
    mxRecordConfigured: environment?.mxRecordConfigured ?? false,
    lastMail: last ? lastMailOf(last) : null,
  };
}

function lastMailOf(last: LastReceived): InboundMailSettings["lastMail"] {
  const { receivedAt, from, attempts, runId, workflow } = last;
  return {
    receivedAt,
    state: stateOf(last),
    attempts,
    ...(from !== null && { from }),
    ...(runId !== null && { runId }),
    ...(workflow !== null && { workflow }),
  };
}

function stateOf({ isWaiting, detail }: LastReceived) {
  if (isWaiting) return "waiting";
  if (detail === DETAILS.replyPassedOn) return "passed-on";
  return detail === DETAILS.replyNotPassedOn ? "failed" : "ended";
}
