import { addressesIn, type Overrides, stringsOf } from "../run/override-values.ts";

interface MailHeaders {
  headers: Record<string, string>;
  /** The value of a header of that name: a mail has its own field for it, and vendors refuse the header. */
  replyTo?: string;
}

/** The headers of a mail that overrides give, each in one line. One without a value says nothing, and vendors refuse it. */
export function mailHeaders({ headers }: Overrides): MailHeaders {
  const given = Object.entries(stringsOf(headers)).flatMap(([name, value]): [string, string][] => {
    const line = value.replaceAll(/[\r\n\0]+/g, " ").trim();
    return line === "" ? [] : [[name, line]];
  });
  const reply = given.find(
    ([name, value]) => name.toLowerCase() === "reply-to" && addressesIn({ value }, "value").length > 0,
  );
  const others = Object.fromEntries(given.filter((header) => header !== reply));
  return { headers: others, ...(reply && { replyTo: reply[1] }) };
}
