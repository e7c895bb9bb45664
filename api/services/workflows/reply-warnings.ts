import type { Database } from "#db/client.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";

/**
 * Says of emails that ask for replies why these will not arrive, by the step's id: such a workflow is saved, and its emails
 * go out without a reply address.
 */
export async function replyWarnings(
  db: Database,
  scope: Scope,
  steps: readonly Pick<StepRow, "stepId" | "type" | "replyCallback">[],
): Promise<Map<string, string>> {
  const asking = steps.filter(({ type, replyCallback }) => type === "email" && replyCallback.active === true);
  if (asking.length === 0) return new Map();
  const environment = await findEnvironment(db, scope.organizationId, scope.environmentId);
  const gap = environmentGap(environment);
  return new Map(
    asking.flatMap(({ stepId, replyCallback }): [string, string][] => {
      const reason = replyCallback.url ? gap : "it has no url: set replyCallback.url";
      return reason === undefined ? [] : [[stepId, `Replies to this email go nowhere, because ${reason}`]];
    }),
  );
}

function environmentGap(
  environment: { inboundParseDomain: string | null; mxRecordConfigured: boolean } | undefined,
): string | undefined {
  if (!environment?.inboundParseDomain) {
    return "no domain brings mail to this environment: set dns.inboundParseDomain by PUT /v1/environments/{id}";
  }
  if (environment.mxRecordConfigured) return undefined;
  return `the MX record of ${environment.inboundParseDomain} does not name this installation's mail server: correct it, then ask GET /v1/inbound-parse/mx/status`;
}
