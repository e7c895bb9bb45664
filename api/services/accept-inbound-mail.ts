import type { z } from "zod";
import { RETENTION_DAYS } from "#contract/constants/limits.ts";
import { InboundMail } from "#contract/inbound-mail.ts";
import type { Database } from "#db/client.ts";
import { inboundMailIdOf } from "#db/derived-ids.ts";
import { findRepliedMessage } from "#db/queries/inbound-mails/find-replied.ts";
import { insertInboundMail } from "#db/queries/inbound-mails/inbound-mails.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { parseReplyAddress } from "#domain/reply-address.ts";
import type { Engine } from "#engine/client.ts";
import type { Logger } from "#telemetry/logger.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "wakeInboundMail">;
  logger: Pick<Logger, "warn">;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Takes a mail that a mail server has received and parsed: finds the email that it replies to, and stores it to be passed on to the
 * callback of the workflow's step (engine.md 7.12). A mail that is handed over twice is stored once. Throws `invalid_input` for a mail
 * that names no email, or one of an environment with another domain, and `not_found` for an email that does not exist.
 */
export async function acceptInboundMail(
  { db, engine, logger }: Services,
  received: z.input<typeof InboundMail>,
): Promise<{ id: string }> {
  const mail = InboundMail.parse(received);
  const [recipient] = [...mail.to, ...mail.envelopeTo];
  const target = parseReplyAddress(recipient?.address ?? "");
  const sender = mail.from[0]?.address;
  const replied = await findRepliedMessage(db, target, sender);
  if (!replied) throw notFound(`No email belongs to the address ${recipient?.address}`);
  if (replied.domain?.toLowerCase() !== target.domain) {
    throw new DomainError(
      "invalid_input",
      `Domain is not in environment white list: ${target.domain}. Replies come to the environment's dns.inboundParseDomain`,
    );
  }
  const { domain: _domain, ...message } = replied;
  const now = new Date();
  const id = inboundMailIdOf(replied.messageId, mailIdOf(mail));
  await db.transaction((transaction) =>
    insertInboundMail(transaction, {
      id,
      ...message,
      mail,
      dueAt: now,
      expireAt: new Date(now.getTime() + RETENTION_DAYS * DAY_MS),
    }),
  );
  // The reconciler finds what nobody could be told of.
  await engine.wakeInboundMail().catch((err: unknown) => logger.warn({ err }, "a reply is passed on a little later"));
  return { id };
}

/** The Message-ID that the sender gave the mail; a mail without one is told from others by all of it. */
function mailIdOf({ messageId, headers, ...rest }: InboundMail): string {
  const given = [messageId, headers["message-id"], headers["Message-ID"]].find((id) => typeof id === "string");
  return typeof given === "string" ? given : JSON.stringify({ headers, ...rest });
}
