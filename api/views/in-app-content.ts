import type { ContentFormat } from "#contract/constants/content-formats.ts";
import type { MessageRow } from "#db/queries/messages/message-row.ts";
import { htmlToText } from "#domain/templates/email/html-to-text.ts";
import { escapeHtml } from "#domain/templates/safe-html.ts";

/** The stored content of an in-app message in the format that a reader shows; null when there is none. */
export function contentIn(
  format: ContentFormat,
  { content, contentFormat }: Pick<MessageRow, "content" | "contentFormat">,
): string | null {
  if (content === null || contentFormat === format) return content;
  return format === "html" ? escapeHtml(content) : htmlToText(content);
}

/** The same of its subject, which is always stored as text. */
export const subjectIn = (format: ContentFormat, { subject }: Pick<MessageRow, "subject">): string | null =>
  contentIn(format, { content: subject, contentFormat: "text" });
