import { z } from "zod";
import { MINUTE, SECOND } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import { decrypt, encrypt } from "#db/encryption.ts";
import { findActiveAlertRule } from "#db/queries/activity/alerts/alert-rules.ts";
import {
  type DueMail,
  deleteAccountMail,
  insertAccountMail,
  nextAccountMail,
  postponeAccountMail,
  takeAccountMails,
} from "#db/queries/users/account-mails.ts";
import type { Transaction } from "#db/transaction.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { type AlertServices, sendAlert } from "../failures/send-alert.ts";
import { type LinkMail, type MailServices, sendMail } from "./account-mail.ts";

/** Until a mail is tried again, one after the other, and then as long as the last one. */
const RETRIES_AFTER_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];
/** A mail is tried for so long. */
const MAIL_TRIED_MS = 24 * 60 * MINUTE;
/** A mail belongs to the process that took it for longer than its server is waited for. */
const MAIL_LEASE_MS = 2 * MINUTE;
const MAILS_TOGETHER = 20;
/** Between two looks for mails that other processes have left. */
const MAILS_LOOK_MS = MINUTE;

/** Needed to send mails that a restart does not lose. */
export interface QueuedMailServices extends MailServices {
  config: AlertServices["config"];
  db: Database;
  mails: MailQueue;
}
type SendServices = AlertServices & Pick<QueuedMailServices, "db">;

const Stored = z.object({
  to: z.string(),
  subject: z.string(),
  sentences: z.array(z.string()),
  link: z.object({ path: z.string(), label: z.string() }).optional(),
});

/**
 * Stores a mail in the transaction of what it is about, so that either both are there or neither; `sendQueued` has it sent afterwards. Null is
 * stored as well: whether there is a mail to send does not show in the time of an answer.
 */
export async function queueMail(
  transaction: Transaction,
  { config, mailer }: QueuedMailServices,
  mail: LinkMail | null,
): Promise<void> {
  if (!mailer) return;
  const now = new Date();
  await insertAccountMail(transaction, {
    mail: mail && encrypt(JSON.stringify(mail), config.encryptionKey),
    dueAt: now,
    expireAt: new Date(now.getTime() + MAIL_TRIED_MS),
  });
}

/** Has a mail sent that was stored, after the call was answered. Without a mail server, in development, its link is logged. */
export function sendQueued(services: QueuedMailServices, mail: LinkMail | null): void {
  if (services.mailer) services.mails.wake();
  else if (mail) void sendMail(services, mail);
}

/**
 * Sends mails that are due. What the server cannot take just now, or does not take as the installation is set up, is tried again for a day, by
 * whichever process is there. A failure is logged, and shown by the health check.
 */
export async function sendQueuedMails(services: SendServices): Promise<void> {
  for (;;) {
    const now = new Date();
    const until = new Date(now.getTime() + MAIL_LEASE_MS);
    const due = await takeAccountMails(services.db, { now, until, limit: MAILS_TOGETHER });
    await Promise.all(due.map((mail) => attempt(services, mail)));
    if (due.length < MAILS_TOGETHER) return;
  }
}

async function attempt(services: SendServices, { id, mail, alert, attempts, expireAt }: DueMail): Promise<void> {
  const { db, log, config } = services;
  try {
    const rule = alert && (await findActiveAlertRule(db, alert.ruleId));
    if (alert && rule) await sendAlert(services, rule, alert);
    if (mail !== null) await sendMail(services, Stored.parse(JSON.parse(decrypt(mail, config.encryptionKey))));
  } catch (error) {
    const wait = RETRIES_AFTER_MS[Math.min(attempts, RETRIES_AFTER_MS.length) - 1] ?? MAILS_LOOK_MS;
    const dueAt = new Date(Date.now() + wait);
    if (isTriedAgain(error) && dueAt < expireAt) {
      log.warn({ err: error, dueAt }, "a mail to a member could not be sent yet, and is tried again");
      return postponeAccountMail(db, id, dueAt);
    }
    log.error({ err: error }, "a mail to a member could not be sent");
  }
  await deleteAccountMail(db, id);
}

/** Whether another attempt may succeed: a recipient that is refused stays so, but a server or a set-up can be mended. */
const isTriedAgain = (error: unknown): boolean => error instanceof ProviderError && error.class !== "PERMANENT";

/** Sends mails as they become due until it is closed, also those of processes that are gone. */
export interface MailQueue {
  /** Has it look at once, and does not wait for it. */
  wake(): void;
  close(): Promise<void>;
}

export function followQueuedMails(services: SendServices): MailQueue {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let isClosed = false;
  const look = async (): Promise<void> => {
    let waitMs = MAILS_LOOK_MS;
    try {
      let next: Date | null;
      do {
        isAskedAgain = false;
        await sendQueuedMails(services);
        // A mail that is stored meanwhile may not be in what was read.
        next = await nextAccountMail(services.db);
      } while (isAskedAgain);
      if (next) waitMs = Math.min(Math.max(next.getTime() - Date.now(), SECOND), MAILS_LOOK_MS);
    } catch (error) {
      services.log.warn({ err: error }, "mails to members cannot be looked for, and are sent later");
    }
    looking = undefined;
    if (!isClosed) timer = setTimeout(wake, waitMs).unref();
  };
  const wake = (): void => {
    if (isClosed) return;
    clearTimeout(timer);
    isAskedAgain = true;
    looking ??= look();
  };
  // Without a mail server there are only alerts for Slack, which are found by the next look.
  if (services.mailer) wake();
  else timer = setTimeout(wake, MAILS_LOOK_MS).unref();
  return {
    wake: () => void setImmediate(wake),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
