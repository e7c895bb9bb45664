import type { SentMessageInfo } from "nodemailer/lib/smtp-connection";
import { z } from "zod";
import { type ErrorClass, ProviderError } from "../../provider-error.ts";
import { isDailyLimit, isLimitOfConnection, isLimitOfTransaction, pauseOfReply, rateOfReply } from "./smtp-rates.ts";
import { setUpRemedy } from "./smtp-set-up.ts";

/**
 * Nodemailer's codes. Faults of the account and of its settings are CREDENTIAL: never retried and raised on the integration,
 * because the next recipient would fail just the same.
 */
const CLASS_OF_CODE: Readonly<Record<string, ErrorClass>> = {
  EAUTH: "CREDENTIAL",
  ENOAUTH: "CREDENTIAL",
  EOAUTH2: "CREDENTIAL",
  ETLS: "CREDENTIAL",
  EREQUIRETLS: "CREDENTIAL",
  ECONFIG: "CREDENTIAL",
  ECONNECTION: "RETRY",
  ESOCKET: "RETRY",
  ETIMEDOUT: "RETRY",
  EDNS: "RETRY",
  EPROXY: "RETRY",
  EMAXLIMIT: "RETRY",
  EPROTOCOL: "RETRY",
};
/** The codes of Node and OpenSSL for a certificate or handshake that will be no better next time. */
const TLS_REFUSED = /CERT|UNABLE_TO|ERR_TLS|ERR_SSL/;
const ONLY_ONCE_MORE = 1;

const SmtpFailure = z.object({
  message: z.string(),
  code: z.string().optional(),
  originalCode: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
  command: z.string().optional(),
});
type SmtpFailure = z.output<typeof SmtpFailure>;

/**
 * Classifies what nodemailer threw. `transmitted`: the whole message had left, so the server may have taken it; with no
 * idempotency in SMTP, it is then tried once more at most.
 */
export function smtpError(error: unknown, server: string, transmitted: boolean): ProviderError {
  if (error instanceof ProviderError) return error;
  const failure = parseFailure(error);
  const { message, responseCode, response } = failure;
  const remedy = remedyOf(failure);
  const errorClass = isRefusedSetUp(failure, remedy) ? "CREDENTIAL" : classify(failure, transmitted);
  const sentence = remedy === undefined ? message : `${remedy} (${message})`;
  return new ProviderError(errorClass, `Mail server ${server}: ${sentence}`, {
    status: responseCode,
    response,
    rate: rateOfReply(responseCode, response),
    retryAfterSeconds: pauseOfReply(response),
    retryLimit: errorClass === "RETRY" && isDoubtful(failure, transmitted) ? ONLY_ONCE_MORE : undefined,
  });
}

const remedyOf = ({ response, command }: SmtpFailure): string | undefined =>
  response === undefined || isDailyLimit(response) ? undefined : setUpRemedy(response, command);

/** Refused for good: what is wrong now may be right in a minute. */
const isRefusedSetUp = ({ responseCode = 0 }: SmtpFailure, remedy: string | undefined): boolean =>
  remedy !== undefined && responseCode >= 500;

/** A recipient that a server has refused while it took others. */
export interface RefusedRecipient {
  recipient: string;
  response: string;
  /** The server may take it later, as where it holds back what it has not seen before. */
  isForNow: boolean;
}

const isForNow = (status: number): boolean => status >= 400 && status < 500;

export const refusalsIn = ({ rejectedErrors = [] }: Pick<SentMessageInfo, "rejectedErrors">): RefusedRecipient[] =>
  rejectedErrors.map(({ recipient = "", response = "" }) => ({
    recipient,
    response,
    isForNow: isForNow(Number.parseInt(response, 10)),
  }));

/** The recipients of a transaction that failed after another one with the same mail had succeeded. */
export function refusalsOf(recipients: readonly string[], { message, status = 0 }: ProviderError): RefusedRecipient[] {
  // Without a reply, the server may have taken it.
  return recipients.map((recipient) => ({ recipient, response: message, isForNow: isForNow(status) }));
}

/** Whether the server takes the recipient in another transaction: RFC 5321, section 4.5.3.1.10. */
export const turnedAway = ({ response }: RefusedRecipient): boolean => isLimitOfTransaction(response);

/** Whether a connection that has carried mails takes no more, but another one does. The server has not taken the mail. */
export function isConnectionSpent(error: unknown, mails: number): boolean {
  const { responseCode, response } = parseFailure(error);
  return mails > 0 && (responseCode === 421 || isLimitOfConnection(response));
}

/** Whether the server refused this mail and its connection can carry another. */
export function refusesMail(error: unknown): boolean {
  const { code, responseCode } = parseFailure(error);
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== 421;
}

/** Whether the server ended the connection rather than refused what came over it. */
export function endsConnection(error: unknown): boolean {
  const { code, responseCode } = parseFailure(error);
  return code === "ECONNECTION" || code === "ESOCKET" || responseCode === 421;
}

function parseFailure(error: unknown): SmtpFailure {
  return SmtpFailure.catch({ message: String(error) }).parse(error);
}

function classify(failure: SmtpFailure, transmitted: boolean): ErrorClass {
  const { code = "", originalCode = "", responseCode: reply, response } = failure;
  if (code === "EENVELOPE" || code === "EMESSAGE") return classOfReply(reply, response);
  // 454 and its like: the server could not check the password just now.
  if (code === "EAUTH" && reply !== undefined && reply < 500) return "RETRY";
  if (TLS_REFUSED.test(originalCode)) return "CREDENTIAL";
  return CLASS_OF_CODE[code] ?? (transmitted ? "PERMANENT" : "RETRY");
}

/** A reply of the server decides; without one, a message that had left whole leaves the outcome open. */
function isDoubtful({ code, responseCode }: z.output<typeof SmtpFailure>, transmitted: boolean): boolean {
  return responseCode === undefined && (code === undefined || code === "EPROTOCOL" || transmitted);
}

function classOfReply(reply: number | undefined, text = ""): ErrorClass {
  if (reply === undefined) return "PERMANENT";
  if (reply < 500 || isDailyLimit(text)) return "RETRY";
  // 552 is a full mailbox, which may be emptied, unless the enhanced status says that the message is too big or refused.
  if (reply === 552) return /\b5\.(3\.4|7\.\d+)\b/.test(text) ? "PERMANENT" : "RETRY";
  return "PERMANENT";
}
