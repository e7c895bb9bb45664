import type { z } from "zod";
import { RETENTION_DAYS } from "#contract/constants/limits.ts";
import { DAY } from "#contract/constants/values/times.ts";
import { InboundMail } from "#contract/inbound-mail.ts";
import type { Database } from "#db/client.ts";
import { inboundMailIdOf } from "#db/derived-ids.ts";
import { findRepliedMessage } from "#db/queries/events/inbound-mails/find-replied.ts";
import { insertInboundMail } from "#db/queries/events/inbound-mails/inbound-mails.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { parseReplyAddress } from "#domain/reply-address.ts";
import type { Engine } from "#engine/client.ts";
import type { Logger } from "#telemetry/logger.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "wakeInboundMail">;
  logger: Pick<Logger, "warn">;
}

/** The email that a reply address names. */
type ReplyTarget = Awaited<ReturnType<typeof findReplyTarget>>;

/**
 * Returns the email that a reply address names. `sender` decides about an address of the older form, which names the event alone. Throws
 * `invalid_input` for an address that names no email, or one of an environment with another domain, and `not_found` for an email that
 * does not exist.
 */
export async function findReplyTarget(db: Database, address: string, sender: string | undefined) {
  const target = parseReplyAddress(address);
  const replied = await findRepliedMessage(db, target, sender);
  if (!replied) throw notFound(`No email belongs to the address ${address}`);
  const { domain, ...message } = replied;
  if (domain?.toLowerCase() !== target.domain) {
    throw new DomainError(
      "invalid_input",
      `Domain is not in environment white list: ${target.domain}. Replies come to the environment's dns.inboundParseDomain`,
    );
  }
  return message;
}

/** A mail as one of its reply addresses gets it. */
export interface Reply {
  address: string;
  mail: z.input<typeof InboundMail>;
}

/**
 * Stores a mail for each reply address that it was sent to, all or none, to be passed on to the callbacks of the
 * steps. A mail that is handed over again is stored once. An address that has come to name nothing is left out; throws as
 * `findReplyTarget` when all have.
 */
export async function acceptReplies(
  { db, engine, logger }: Services,
  replies: readonly Reply[],
): Promise<{ ids: string[] }> {
  const found: { target: ReplyTarget; mail: InboundMail }[] = [];
  let refusal: DomainError | undefined;
  for (const { address, mail: received } of replies) {
    const mail = InboundMail.parse(received);
    try {
      found.push({ target: await findReplyTarget(db, address, mail.from[0]?.address), mail });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusal = error;
    }
  }
  if (refusal && found.length === 0) throw refusal;
  const now = new Date();
  const rows = found.map(({ target, mail }) => ({
    ...target,
    mail,
    dueAt: now,
    id: inboundMailIdOf(target.messageId, mailIdOf(mail)),
    expireAt: new Date(now.getTime() + RETENTION_DAYS * DAY),
  }));
  await db.transaction(async (transaction) => {
    for (const row of rows) await insertInboundMail(transaction, row);
  });
  // The reconciler finds replies when Temporal could not be reached.
  await engine.wakeInboundMail().catch((err: unknown) => logger.warn({ err }, "a reply is passed on a little later"));
  return { ids: rows.map(({ id }) => id) };
}

/** Takes a mail that was received and parsed elsewhere; its first recipient is the reply address. Throws as `acceptReplies`. */
export async function acceptInboundMail(
  services: Services,
  received: z.input<typeof InboundMail>,
): Promise<{ id: string }> {
  const [recipient] = [...received.to, ...(received.envelopeTo ?? [])];
  const { ids } = await acceptReplies(services, [{ address: recipient?.address ?? "", mail: received }]);
  return { id: ids[0] ?? "" };
}

/** The Message-ID that the sender gave the mail; a mail without one is told from others by all of it. */
function mailIdOf({ messageId, headers, connection: _connection, ...rest }: InboundMail): string {
  const given = [messageId, headers["message-id"], headers["Message-ID"]].find((id) => typeof id === "string");
  return typeof given === "string" ? given : JSON.stringify({ headers, ...rest });
}
