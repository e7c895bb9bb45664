import type { EmailMessage } from "./messages.ts";

const LIST = "List-Unsubscribe";
const POST = "List-Unsubscribe-Post";

/**
 * Returns a mail's headers with those by which its reader unsubscribes in one click: RFC 8058. Headers of the sender's win: whoever
 * names an address of their own says for themselves whether it takes a POST.
 */
export function withListUnsubscribe({
  headers = {},
  passthrough,
  unsubscribeUrl,
}: Pick<EmailMessage, "headers" | "passthrough" | "unsubscribeUrl">): Readonly<Record<string, string>> {
  const given = new Set(Object.keys({ ...headers, ...passthrough?.headers }).map((name) => name.toLowerCase()));
  if (unsubscribeUrl === undefined || given.has(LIST.toLowerCase()) || given.has(POST.toLowerCase())) return headers;
  return { ...headers, [LIST]: `<${unsubscribeUrl}>`, [POST]: "List-Unsubscribe=One-Click" };
}

/** Whether a header of the mail is one that Belfry has added. */
export const isOwnListHeader = ({ unsubscribeUrl }: Pick<EmailMessage, "unsubscribeUrl">, name: string): boolean =>
  unsubscribeUrl !== undefined && (name === LIST || name === POST);
