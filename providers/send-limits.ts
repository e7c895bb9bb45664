import { MINUTE } from "#contract/constants/values/times.ts";

/** Silence allowed once the whole content has left, as the server may check it first: RFC 5321 section 4.5.3.2.6. */
const SMTP_ANSWER_MS = 10 * MINUTE;

/** How long a send may take, in milliseconds, and each part of it. A provider whose sends take longer says so by `timeoutMs`. */
export const SEND_LIMITS = {
  /** One send. Longer than one request, whose error says more. */
  send: 30_000,
  /** One request over HTTP, with its answer. */
  request: 15_000,
  connect: 10_000,
  /** Over HTTP, until the headers of an answer, and between two parts of its body. */
  answer: 15_000,
  /** A mail over SMTP: a wait for a connection and its commands, then the answer after the content. */
  mail: SMTP_ANSWER_MS + 60_000,
  /** From the open TCP connection to the greeting, a TLS handshake in between included. */
  smtpGreeting: 15_000,
  /** Silence allowed in mid-conversation over SMTP. */
  smtpSilence: 30_000,
  smtpAnswer: SMTP_ANSWER_MS,
  /** A mail of the installation to a member. */
  accountMail: 20_000,
} as const;
