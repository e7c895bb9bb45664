import { resolveMx } from "node:dns/promises";
import type { MxStatus } from "#contract/inbound-mail.ts";
import type { Database } from "#db/client.ts";
import { findEnvironment, updateEnvironment } from "#db/queries/environments/environments.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";

/** Returns the names of a domain's mail servers. Throws when the domain has none, or nobody can say. */
export type MailServersOf = (domain: string) => Promise<string[]>;

/** How long name servers may take, in milliseconds, before the domain counts as one without a record. */
const MX_LOOK_UP_MS = 5_000;

export const mailServersByDns: MailServersOf = async (domain) =>
  (await resolveMx(domain)).map(({ exchange }) => exchange);

/**
 * Finds out whether the mail of the environment's domain comes to this installation: whether a mail server of the domain is ours. What was
 * found is stored, because emails offer a reply address only then. Throws `invalid_input` when no mail server is configured.
 */
export async function mxStatus(
  db: Database,
  scope: Scope,
  { mailHost, mailServersOf }: { mailHost: string | null; mailServersOf: MailServersOf },
): Promise<MxStatus> {
  const environment = await findEnvironment(db, scope.organizationId, scope.environmentId);
  const domain = environment?.inboundParseDomain;
  if (!environment || !domain) return { mxRecordConfigured: false };
  if (mailHost === null) {
    throw new DomainError(
      "invalid_input",
      "This installation receives no mail: its operator has to set BELFRY_MAIL_HOST to the name of its mail server",
    );
  }
  const servers = await withinTime(mailServersOf(domain)).catch(() => []);
  const isOurs = servers.some((server) => nameOf(server) === nameOf(mailHost));
  if (isOurs !== environment.mxRecordConfigured) {
    await db.transaction((transaction) =>
      updateEnvironment(transaction, scope.organizationId, environment.id, { mxRecordConfigured: isOurs }),
    );
  }
  return { mxRecordConfigured: isOurs, ...(servers.length > 0 && { servers }) };
}

const nameOf = (host: string): string => host.toLowerCase().replace(/\.$/, "");

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const timeout = setTimeout(() => reject(new Error("Name servers did not answer")), MX_LOOK_UP_MS);
    timer.signal.addEventListener("abort", () => clearTimeout(timeout));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
