import type { Rate } from "../../provider-error.ts";

// What a mail server means by a reply that refuses a mail for now: RFC 5321 section 4.2.3, and the enhanced codes of RFC 3463.

/** The service ends the connection: it is too busy, or has had too many mails or connections. */
const SERVICE_NOT_AVAILABLE = 421;

/** The server wants an unknown sender to come back later for this recipient; see RFC 6647. */
const GREYLISTED = /gr[ae]y-?list/i;
/** X.2.x is about the mailbox of the recipient: it is full, disabled, or gets too many mails itself. */
const OF_MAILBOX = /\b4\.2\.\d+\b|\bmailbox\b/i;
/** The system takes no mails just now, too many recipients, and the limit of a sender's mails at Google. */
const OF_SENDER = /\b4\.(?:3\.2|5\.3|7\.28)\b/;
const WORDS = [
  /\btoo (?:many|much|fast|quick|frequent)/i,
  /\brate[ -]?limit/i,
  /\b(?:rate|limit|quota) (?:has been |was |is )?(?:exceeded|reached)\b/i,
  /\bexceed(?:ed|s|ing)? (?:the |your |its |our )?(?:\w+ )?(?:\w+ )?(?:rate|limit|quota)\b/i,
  /\bthrottl/i,
  /\bslow(?:ing)? down\b/i,
  /\bunusual rate\b/i,
];
/** The limit of a day is used up, also in replies that are for good, as Google's 550 5.4.5. */
const DAILY = /\bdaily (?:\w+ )?(?:\w+ )?(?:quota|limit)\b/i;
const DAILY_PAUSE_SECONDS = 60 * 60;

/** Too many recipients in one mail: those after it go in another transaction. */
const OF_TRANSACTION = /\b[45]\.5\.3\b|\btoo many recipients\b/i;
/** The connection has carried as many mails as it may. */
const OF_CONNECTION =
  /\b(?:messages?|mails?|e-?mails|transactions?|deliver(?:y|ies))\b[^.]{0,30}\b(?:in|per|on|over|for|from) (?:this |one |a |the |single )*(?:connection|session)\b/i;

export const isLimitOfTransaction = (text = ""): boolean => OF_TRANSACTION.test(text) && !isLimitOfConnection(text);

export const isLimitOfConnection = (text = ""): boolean => OF_CONNECTION.test(text);

/** Returns whom a reply concerns that refuses a mail because there are too many; undefined where it has another reason. */
export function rateOfReply(reply: number | undefined, text = ""): Rate | undefined {
  if (reply === undefined) return undefined;
  if (isDailyLimit(text)) return "integration";
  if (reply >= 500) return undefined;
  if (reply === SERVICE_NOT_AVAILABLE) return "integration";
  if (GREYLISTED.test(text) || OF_MAILBOX.test(text)) return "recipient";
  return OF_SENDER.test(text) || WORDS.some((words) => words.test(text)) ? "integration" : undefined;
}

/** Whether the account has sent what it may send on one day. */
export const isDailyLimit = (text = ""): boolean => DAILY.test(text);

/** Returns the seconds to wait that a reply asks for. Its words name them for greylisting alone: "try again in 300 seconds". */
export function pauseOfReply(text = ""): number | undefined {
  if (isDailyLimit(text)) return DAILY_PAUSE_SECONDS;
  const [, seconds] = (GREYLISTED.test(text) && /\b(\d{1,5}) ?s(?:ec|econds?)?\b/i.exec(text)) || [];
  return seconds === undefined ? undefined : Number(seconds);
}
