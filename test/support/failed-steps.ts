import { randomUUID } from "node:crypto";
import { DETAILS } from "#contract/constants/details.ts";
import type { Database } from "#db/client.ts";
import type { TestEnvironment } from "./environment.ts";

/** A step of email that a provider refused. */
export interface FailedStep {
  at: Date;
  message: string;
  code?: string;
  providerId?: string;
  workflow: { id: string; versionId: string };
  /** Belfry's id of a subscriber; nobody's unless given. */
  subscriberId?: string;
  isDry?: boolean;
}

/** Stores the run, the job and the history of a failed step, as sends leave them. Returns the id of the run. */
export async function storeFailedStep(
  { $client: sql }: Database,
  { scope: { organizationId, environmentId } }: TestEnvironment,
  { at, message, code, providerId = "postmark", workflow, subscriberId = randomUUID(), isDry = false }: FailedStep,
): Promise<string> {
  const [runId, jobId] = [randomUUID(), randomUUID()];
  const [moment, expireAt] = [at.toISOString(), new Date(at.getTime() + 30 * 86_400_000).toISOString()];
  await sql`
    insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id, subscriber_id,
      transaction_id, source, position, is_dry, stop_reason, created_at, expire_at)
    values (${runId}, ${organizationId}, ${environmentId}, ${runId}, ${runId}, ${workflow.id}, ${workflow.versionId}, ${subscriberId},
      ${runId}, 'single', 0, ${isDry}, 'step_failed', ${moment}, ${expireAt})`;
  await sql`
    insert into jobs (id, organization_id, environment_id, run_id, step_id, position, type, status, provider_id, error, created_at,
      finished_at, expire_at)
    values (${jobId}, ${organizationId}, ${environmentId}, ${runId}, ${jobId}, 0, 'email', 'failed', ${providerId},
      jsonb_build_object('message', ${message}::text), ${moment}, ${moment}, ${expireAt})`;
  await sql`
    insert into execution_details (organization_id, environment_id, run_id, job_id, provider_id, detail, source, status, raw, created_at,
      expire_at)
    values (${organizationId}, ${environmentId}, ${runId}, ${jobId}, ${providerId}, ${DETAILS.providerError}, 'Internal', 'Failed',
      ${JSON.stringify({ message, code, status: 422 })}, ${moment}, ${expireAt})`;
  return runId;
}
