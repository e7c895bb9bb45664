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

/** Returns the text of HTML, with a line for each of its blocks. A document that is parsed so loads and runs nothing. */
function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll("script, style, title")) element.remove();
  for (const element of body.querySelectorAll("br, p, div, li, tr, h1, h2, h3, h4, h5, h6")) element.after("\n");
  return body.textContent ?? "";
}
