import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { isNestedDeeper } from "#contract/constants/values/json-depth.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { TakenReports } from "#contract/delivery-reports.ts";
import type { Database } from "#db/client.ts";
import { decryptCredentials } from "#db/encryption.ts";
import { findIntegrationOf } from "#db/queries/integrations/integrations.ts";
import { judgeSetUp } from "#db/queries/integrations/judge-set-up.ts";
import { noteRefusedCall } from "#db/queries/reports/note-report-calls.ts";
import { storeReports } from "#db/queries/reports/store-reports.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { HttpClient } from "#providers/http/http.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { findProvider } from "#providers/registry.ts";
import {
  type ChallengeAnswer,
  ForgedReportError,
  NotSetUpError,
  type ReadCall,
  type ReportCall,
  UnreadableReportError,
} from "#providers/reports/delivery-reports.ts";
import { reportToken } from "#providers/reports/report-url.ts";
import type { Logger } from "#telemetry/logger.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "wakeWebhooks">;
  config: { encryptionKey: Buffer };
  log: Pick<Logger, "warn">;
  http: HttpClient;
}

/** An integration as a vendor's address names it. */
export interface Reporter {
  organizationId?: string;
  environmentId: string;
  channel?: string;
  providerOrIntegrationId: string;
}

/** A call of a vendor, with the public addresses that it may have called: its signature is over one of them, if over any. */
export interface VendorCall extends Omit<ReportCall, "url"> {
  urls: readonly [string, ...string[]];
}

/** Reports that one call may bring. */
const REPORTS_MAX = 10_000;

/**
 * Takes what a vendor reports about messages. A report of an unknown message is kept for a while, because it may be earlier
 * than the record of the send. Throws `not_found` for an unknown integration, or one whose vendor reports nothing, `invalid_input` for an
 * integration without credentials and for what cannot be read, `unauthorized` for what neither the vendor has signed nor the secret of the address proves, and `unavailable`, after
 * which vendors repeat the call, where the signature cannot be verified now. Returns the answer to a vendor that only asks whether the
 * address is right.
 */
export async function acceptReports(
  { db, engine, config, log, http }: Services,
  { organizationId, environmentId, channel, providerOrIntegrationId }: Reporter,
  { urls, ...call }: VendorCall,
): Promise<TakenReports | { challenge: ChallengeAnswer }> {
  const scope = { organizationId: organizationId ?? "", environmentId };
  const integration = await findIntegrationOf(db, scope, providerOrIntegrationId);
  const isNamed =
    integration &&
    (channel === undefined || integration.channel === channel) &&
    (organizationId === undefined || integration.organizationId === organizationId);
  if (!isNamed) throw notFound(`Integration for ${providerOrIntegrationId} was not found`);
  const refuse = (error: unknown) => noteRefusal({ db, log }, integration, refusalOf(error));
  if (Object.keys(integration.credentials).length === 0) {
    const message = `Integration ${providerOrIntegrationId} doesn't have credentials set up`;
    return refuse(new DomainError("invalid_input", message));
  }
  const { readReports, refusesLater } = findProvider(integration.channel, integration.providerId) ?? {};
  if (!readReports) {
    throw notFound(`Provider ${integration.providerId} reports nothing that Belfry reads`);
  }
  const credentials = decryptCredentials(integration.credentials, config.encryptionKey);
  const token = reportToken(integration, config.encryptionKey);
  // A vendor looks whether anything is there.
  if (call.method === "HEAD") return [];
  const read = await readBy(urls, (url) => readReports({ ...call, url }, credentials, { http, token })).catch(refuse);
  if ("challenge" in read) return read;
  const { reports } = read;
  if (reports.length > REPORTS_MAX || reports.some(({ raw }) => isNestedDeeper(raw))) {
    throw new DomainError(
      "invalid_input",
      `A call may bring at most ${REPORTS_MAX} reports, which are not deeply nested`,
    );
  }
  const now = new Date();
  const dated = reports.map((report) => ({ ...report, at: plausible(report.at, now) }));
  const { webhooks } = await storeReports(db, integration, dated, now);
  if (refusesLater) {
    const judged = dated.map(({ status, problem }) => ({ hasArrived: ARRIVED.includes(status), problem }));
    await judgeSetUp(db, integration.id, judged, now);
  }
  for (const one of webhooks) {
    // The pass over what is due finds what nobody could be asked to send.
    await engine
      .wakeWebhooks(one)
      .catch((err: unknown) => log.warn({ err }, "events are sent to webhook endpoints a little later"));
  }
  return dated.map(({ identifier, status, at, response = "", attempts = 1, raw }) => ({
    id: identifier,
    event: { status, date: at.toISOString(), externalId: identifier, attempts, response, row: raw },
  }));
}

/** Statuses of messages that have reached their recipients, as those of an integration that is set up wrongly do not. */
const ARRIVED: readonly ReportStatus[] = ["delivered", "opened", "clicked"];

/** Reads a call by the first of the addresses that it is signed for. */
async function readBy(
  [url, ...others]: VendorCall["urls"],
  read: (url: string) => Promise<ReadCall>,
): Promise<ReadCall> {
  try {
    return await read(url);
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined || !(error instanceof ForgedReportError)) throw error;
    return readBy([next, ...rest], read);
  }
}

/** A vendor's moment, unless it cannot be one: then that of the call. */
function plausible(at: Date | null, now: Date): Date {
  const isIt = at !== null && at.getTime() > 0 && at.getTime() < now.getTime() + DAY;
  return isIt ? at : now;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ForgedReportError) return new DomainError("unauthorized", error.message);
  if (error instanceof UnreadableReportError || error instanceof NotSetUpError) {
    return new DomainError("invalid_input", error.message);
  }
  if (error instanceof ProviderError) {
    return new DomainError("unavailable", `The report cannot be verified now: ${error.message}. Send it again`);
  }
  return error;
}

/** Has members see why nothing comes of what the vendor reports. */
async function noteRefusal(
  { db, log }: Pick<Services, "db" | "log">,
  integration: Parameters<typeof noteRefusedCall>[1],
  refusal: unknown,
): Promise<never> {
  if (refusal instanceof DomainError) {
    await noteRefusedCall(db, integration, refusal.message, new Date()).catch((err: unknown) =>
      log.warn({ err }, "a refused report of a vendor is not shown"),
    );
  }
  throw refusal;
}
