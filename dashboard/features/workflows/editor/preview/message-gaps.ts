import type { PreviewedMessage } from "#contract/workflows/step-preview.ts";

/** Returns the parts of a message that are empty, by the names of their fields. A picture or a line is content, too. */
export function emptyParts(message: PreviewedMessage): string[] {
  switch (message.channel) {
    case "email":
      return named({ Subject: message.subject, Body: hasPicture(message.html) ? "picture" : message.text });
    case "push":
      return named({ Title: message.title, Body: message.content });
    case "in_app":
      return named({ Body: message.content });
    case "sms":
    case "chat":
      return named({ Body: message.content });
  }
}

const named = (parts: Readonly<Record<string, string>>): string[] =>
  Object.entries(parts).flatMap(([name, text]) => (text.trim() === "" ? [name] : []));

const hasPicture = (html: string): boolean => /<(?:img|hr|video|svg)\b/i.test(html);
