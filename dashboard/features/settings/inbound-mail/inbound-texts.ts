import type { InboundMailSettings, MxStatus } from "#contract/inbound-mail.ts";
import { countText } from "#dashboard/components/display/count-text.ts";

/** The answer of a look-up in words, with the remedy. */
export function answerText(
  { mxRecordConfigured, servers }: MxStatus,
  { domain, mailHost }: InboundMailSettings,
): string {
  if (mxRecordConfigured)
    return `The mail of ${domain} comes to ${mailHost}. Emails that ask for replies have a reply address.`;
  if (!servers)
    return `No MX record was found for ${domain}. Add the record below; name servers may take up to the record's TTL to show a new one.`;
  return `The mail of ${domain} goes to ${servers.join(", ")}, and not to ${mailHost}. Change the MX record to the one below, and check again.`;
}

type LastMail = NonNullable<InboundMailSettings["lastMail"]>;

/** Returns what became of a reply, in words. */
export function outcomeText({ state, attempts }: LastMail): string {
  switch (state) {
    case "waiting":
      return attempts === 0
        ? "It is about to be passed to the callback."
        : `The callback has not taken it yet, after ${countText(attempts, "call")}. It is called again.`;
    case "passed-on":
      return "The callback of its step has taken it.";
    case "failed":
      return "The callback did not take it, and is not called again. The run says what it answered.";
    case "ended":
      return "Not passed on: its run or subscriber no longer exists.";
  }
}
