import type { RecordedText, Request } from "#contract/activity/requests.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";

/** Words for the statuses that callers meet, beside their numbers. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "Done",
  400: "Invalid",
  401: "Unauthorized",
  402: "Plan limit",
  403: "Forbidden",
  404: "Not found",
  409: "Conflict",
  413: "Too large",
  415: "Not JSON",
  422: "Unprocessable",
  429: "Too many",
  503: "Unavailable",
};

export function statusWord(status: number): string {
  if (status < 400) return STATUS_WORDS[status] ?? "OK";
  return STATUS_WORDS[status] ?? (status < 500 ? "Refused" : "Failed");
}

/** Names a key by what people know of it: "Orders …a1b2". */
export const keyText = ({ name, end }: Request["apiKey"]): string => `${name ?? "Ended key"} …${end}`;

/** Sentences for errors that older clients know by a code in the place of one. */
const CODE_SENTENCES: Readonly<Record<string, string>> = {
  workflow_not_found: "name: no workflow of this environment has this identifier",
};

/** Returns the sentences of an error, those about a field with its name unless they begin with it. */
export function errorSentences({ messages, fields, code }: NonNullable<Request["error"]>): string[] {
  if (messages.length === 0) return code === undefined ? [] : [`The call was refused: ${code.replaceAll("_", " ")}`];
  const fieldOf = new Map(
    Object.entries(fields).flatMap(([field, texts]) => texts.map((text) => [text, field] as const)),
  );
  return messages.map((given) => {
    const text = CODE_SENTENCES[given] ?? given;
    const field = fieldOf.get(text);
    return field === undefined || text.includes(field) ? text : `${field}: ${text}`;
  });
}

/** Returns a recorded text as indented JSON where it is a whole one, else as it is. */
export function indented({ text, isCut }: RecordedText): string {
  if (isCut) return text;
  try {
    return JSON.stringify(parseExactJson(text), null, 2);
  } catch {
    return text;
  }
}

/** Returns a size in kilobytes: "16 kB", "1.2 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1_024).toFixed(1)} MB`;
}
