import type { SuppressionReason, SuppressionStream } from "#contract/constants/suppressions.ts";
import type { Tone } from "#dashboard/components/display/badge.tsx";

/** Why nothing is sent to an address, in a word and in a sentence. */
export const REASONS: Readonly<Record<SuppressionReason, { name: string; tone: Tone; about: string }>> = {
  bounced: { name: "Bounced", tone: "danger", about: "The mailbox does not exist or accepts no mail." },
  soft_bounced: { name: "Bounced softly", tone: "warning", about: "Too many mails to it bounced softly." },
  complained: { name: "Complained", tone: "danger", about: "A message was reported as spam." },
  unsubscribed: {
    name: "Unsubscribed",
    tone: "warning",
    about: "The recipient unsubscribed at the provider.",
  },
  added: { name: "Added", tone: "neutral", about: "A member or a call added it." },
};

/** The messages that an entry holds back, by its stream. */
export const STREAMS: Readonly<Record<SuppressionStream, string>> = {
  all: "Everything",
  non_critical: "All but critical",
};
