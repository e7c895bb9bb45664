import type { FastifyBaseLogger } from "fastify";
import { addressOf, type ContextPaths } from "#domain/conditions/context-paths.ts";
import { DomainError } from "#domain/errors.ts";
import type { AccountMailer } from "#providers/account-mailer.ts";

/** Needed to send mails to people. */
export interface MailServices {
  config: { mode: "development" | "production"; publicUrl: string; contextPaths: ContextPaths };
  /** Null without BELFRY_SMTP_URL. */
  mailer: AccountMailer | null;
  log: FastifyBaseLogger;
}

/** A mail of some sentences, and of a link to follow. */
export interface LinkMail {
  to: string;
  subject: string;
  sentences: readonly string[];
  /** A path of the dashboard, with the text of its button. */
  link?: { path: string; label: string } | undefined;
}

/** Throws `unavailable`, with the setting to make, where mails neither can be sent nor are shown in the log instead. */
export function requireMail({ config, mailer }: MailServices): void {
  if (mailer || config.mode === "development") return;
  throw new DomainError(
    "unavailable",
    "This installation cannot send mails to its members: whoever runs it has to set BELFRY_SMTP_URL and BELFRY_MAIL_FROM",
  );
}

/** Sends a mail. Without a mail server, in development, its link is logged instead. Throws ProviderError. */
export async function sendMail(services: MailServices, mail: LinkMail): Promise<void> {
  const { config, mailer, log } = services;
  const url = mail.link && addressOf(config, "web", mail.link.path);
  if (!mailer) {
    if (url)
      log.info(
        { link: url },
        `"${mail.link?.label}": no mail server is configured (BELFRY_SMTP_URL), so open this link`,
      );
    return;
  }
  const subject = mail.subject.replace(/\p{Cc}+/gu, " ");
  const text = [...mail.sentences, ...(url ? [url] : [])].join("\n\n");
  const paragraphs = mail.sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join("\n");
  const button = url ? `\n<p><a href="${escapeHtml(url)}">${escapeHtml(mail.link?.label ?? url)}</a></p>` : "";
  await mailer.send({ to: mail.to, subject, text: `${text}\n`, html: `${paragraphs}${button}\n` });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
