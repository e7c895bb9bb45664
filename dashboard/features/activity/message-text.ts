import type { Message } from "#contract/messages.ts";

type MessageContent = Pick<Message, "channel" | "subject" | "title" | "content">;

/** Returns the subject or title of a message, or the first line of one without. */
export function messageText({ channel, subject = "", title = "", content }: MessageContent): string {
  const isHtml = channel === "in_app" || channel === "email";
  const body = typeof content === "string" ? content : content.map((block) => block.content).join("\n");
  // The API answers the subjects of in-app messages as HTML, like their content.
  const candidates = [channel === "in_app" ? textOfHtml(subject) : subject, title, isHtml ? textOfHtml(body) : body];
  return candidates.map(firstLine).find(Boolean) ?? "No text";
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.trim() ?? "";
}

/** Elements that begin a line of their own, also at their end. */
const BLOCK = /^\/?(br|p|div|li|tr|h[1-6])$/i;
/** Elements whose content is not shown. */
const WITHOUT_TEXT = /^(script|style|title)$/i;

/**
 * Returns the text of HTML, with a line for each of its blocks. Tags are found by a pattern: where the browser parses them, each
 * handler in a message is reported as a violation of the page's content policy, although it never runs.
 */
function textOfHtml(html: string): string {
  // Texts and names of tags in turn.
  const pieces = html.split(/<(\/?[a-z][a-z0-9]*(?![a-z0-9])|!)[^<>]*>/i);
  const text = pieces.map((piece, index) => {
    if (index % 2 === 1) return BLOCK.test(piece) ? "\n" : "";
    return WITHOUT_TEXT.test(pieces[index - 1] ?? "") ? "" : piece;
  });
  return decodeEntities(text.join(""));
}

function decodeEntities(text: string): string {
  const { body } = new DOMParser().parseFromString(text.replaceAll("<", "&lt;"), "text/html");
  return body.textContent ?? "";
}
