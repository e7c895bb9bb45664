import type { ReportStatus } from "./report-statuses.ts";

/** Channels whose addresses can be suppressed. */
export const SUPPRESSED_CHANNELS = ["email", "sms"] as const;
export type SuppressedChannel = (typeof SUPPRESSED_CHANNELS)[number];

export const isSuppressible = (channel: string): channel is SuppressedChannel =>
  SUPPRESSED_CHANNELS.some((known) => known === channel);

/** Why nothing is sent to an address any more. */
export const SUPPRESSION_REASONS = ["bounced", "soft_bounced", "complained", "unsubscribed", "added"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** An entry holds back everything, or everything but messages of critical workflows. */
export const SUPPRESSION_STREAMS = ["all", "non_critical"] as const;
export type SuppressionStream = (typeof SUPPRESSION_STREAMS)[number];

/** Returns the stream of an entry for which nobody says it: a mailbox that is full, or a person who has unsubscribed, still gets what is critical. */
export const streamOf = (reason: SuppressionReason): SuppressionStream =>
  reason === "unsubscribed" || reason === "soft_bounced" ? "non_critical" : "all";

/** Whether the reason leaves no choice: a mailbox that does not exist takes nothing, and whoever complained must not be written to. */
export const holdsEverything = (reason: SuppressionReason): boolean => reason === "bounced" || reason === "complained";

const WORDS: Readonly<Record<string, string>> = {
  bounced: "it bounced for good",
  soft_bounced: "it bounced softly several times",
  complained: "a message to it was reported as spam",
  unsubscribed: "it was unsubscribed at the provider",
} satisfies Partial<Record<SuppressionReason, string>>;

/** Says why nothing is sent to an address, after a colon. */
export const suppressedWords = (reason: unknown): string =>
  WORDS[String(reason)] ?? "it was added to the list of suppressed addresses";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Says that nothing is sent to an address, by what a step noted of its entry: since when, and why. */
export function suppressedSentence({ address, since, reason }: Readonly<Record<string, unknown>>): string {
  const why = suppressedWords(reason);
  if (typeof address !== "string" || typeof since !== "string")
    return `Nothing is sent to the address any more: ${why}`;
  return `${address} has been on the list of suppressed addresses since ${DAY.format(new Date(since))}: ${why}`;
}

/** Reasons for which vendors keep lists of their own. */
export const SUPPRESSION_KINDS = ["bounce", "complaint", "unsubscribe"] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/** The lists of a vendor that an entry of ours corresponds to. Whoever lifts one that was added wants the address to be sent to, whatever a vendor has noted. */
export const kindsOf = (reason: SuppressionReason): readonly SuppressionKind[] => KINDS[reason];

const KINDS: Readonly<Record<SuppressionReason, readonly SuppressionKind[]>> = {
  bounced: ["bounce"],
  soft_bounced: ["bounce"],
  complained: ["complaint"],
  unsubscribed: ["unsubscribe"],
  added: SUPPRESSION_KINDS,
};

/** Outcomes of the request to a vendor to take an address off its list; `waiting` has no end yet. */
export const LIFT_OUTCOMES = ["waiting", "lifted", "not_listed", "refused", "unanswered", "not_asked"] as const;
export type LiftOutcome = (typeof LIFT_OUTCOMES)[number];

/** For so long it can be looked up that an address was lifted, and what vendors said. */
export const LIFTED_KEPT_DAYS = 180;

/** The address as it is compared and stored: of a mailbox with the letters of ASCII in lower case, of a number its digits and the plus before them. */
export const suppressedAddress = (channel: SuppressedChannel, address: string): string =>
  channel === "email"
    ? address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    : address.replace(/[^\d+]/g, "");

/** The reason that a report of a provider gives; of a bounce only where the mailbox will never take a message. */
export const SUPPRESSION_OF_REPORT: Partial<Record<ReportStatus, SuppressionReason>> = {
  bounced: "bounced",
  complaint: "complained",
  spam: "complained",
  unsubscribed: "unsubscribed",
};

/** Addresses that one call adds or removes. */
export const SUPPRESSIONS_TOGETHER_MAX = 1_000;
export const SUPPRESSION_NOTE_MAX = 500;

/** Most soft bounces that a rule may ask for, and most days within which it counts them. */
export const SOFT_BOUNCES_MAX = 50;
export const SOFT_BOUNCE_DAYS_MAX = 90;
