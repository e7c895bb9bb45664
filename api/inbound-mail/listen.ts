import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Config } from "#config.ts";
import { INBOUND_MAIL_MAX_BYTES, INBOUND_RECIPIENTS_MAX } from "#contract/constants/inbound-mail.ts";
import { MINUTE } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import { classifySqlFailure } from "#db/sql-failure.ts";
import { DomainError } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { Logger } from "#telemetry/logger.ts";
import { acceptReplies, findReplyTarget } from "../services/inbound-mail/accept-inbound-mail.ts";
import { createMailAuthenticator } from "./authenticate-mail.ts";
import { createConnectionLimits } from "./connection-limits.ts";
import { createLookups } from "./dns-lookups.ts";
import { createMailParser } from "./parse-mail.ts";
import { connectionView, readMail, SmtpRefusal } from "./receive-mail.ts";
import { findSenderDomain } from "./sender-domain.ts";

/*
 * Receives replies to emails by SMTP. Only mail to a reply address that Belfry gave out is taken, and it is taken
 * (250) once it is stored: nothing is relayed, and nobody can sign in.
 */

export interface InboundMailDeps {
  db: Database;
  engine: Pick<Engine, "wakeInboundMail">;
  logger: Logger;
  settings: NonNullable<Config["inboundMail"]>;
  /** The name by which the server introduces itself; that of the machine when null. */
  mailHost: string | null;
  /** Addresses of name servers, with ports; those of the system when not given. Tests have their own. */
  nameServers?: readonly string[];
  /** Overridden in tests. */
  limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  connections: 200,
  /** Connections of one address at once. */
  perAddress: 20,
  /** Bytes of mails that are being received or parsed at once. */
  bytes: 64 * 1024 * 1024,
  /** A connection that is silent for so long is ended, in milliseconds. */
  idleMs: 60_000,
  /** And one that is open for so long, however much it says. */
  sessionMs: 10 * MINUTE,
  /** How long open connections may go on once the server stops. */
  stopMs: 2_000,
  /** For looking up the domain of a sender, in milliseconds. */
  lookUpMs: 5_000,
};
/** MX, A and AAAA records. */
const SENDER_QUESTIONS = 3;

/** Listens. Returns the port, and what stops it: mails that are being received are taken first. */
export async function startInboundMail(deps: InboundMailDeps): Promise<{ port: number; stop(): Promise<void> }> {
  const { logger, settings, mailHost, nameServers } = deps;
  const limits = { ...LIMITS, ...deps.limits };
  const held = createConnectionLimits(limits);
  const parser = createMailParser();
  const authenticator = createMailAuthenticator({ logger });
  const timers = new Map<string, NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();

  const server: SMTPServer = new SMTPServer({
    ...(mailHost !== null && { name: mailHost }),
    ...(settings.tls && { cert: readFileSync(settings.tls.certPath), key: readFileSync(settings.tls.keyPath) }),
    // Nobody has an account here. Without a certificate of ours, nobody is offered one of the package's.
    disabledCommands: settings.tls ? ["AUTH"] : ["AUTH", "STARTTLS"],
    authOptional: true,
    size: INBOUND_MAIL_MAX_BYTES,
    maxRecipients: INBOUND_RECIPIENTS_MAX,
    maxClients: limits.connections,
    socketTimeout: limits.idleMs,
    closeTimeout: limits.stopMs,
    // A name server that is slow would delay everybody.
    disableReverseLookup: true,
    logger: false,
    onConnect(session, callback) {
      if (!held.open(session.id, session.remoteAddress)) {
        return callback(new SmtpRefusal(421, "4.7.0 Too many connections from this address, try again later"));
      }
      const end = () => endSessions(({ id }) => id === session.id, "4.4.2 The connection was open for too long");
      timers.set(session.id, setTimeout(end, limits.sessionMs));
      callback();
    },
    onClose(session) {
      held.close(session.id);
      clearTimeout(timers.get(session.id));
      timers.delete(session.id);
    },
    onMailFrom({ address, args }, _session, callback) {
      const size = args === false ? Number.NaN : Number(args.SIZE);
      if (size > INBOUND_MAIL_MAX_BYTES) {
        return callback(new SmtpRefusal(552, `5.3.4 The mail is longer than ${INBOUND_MAIL_MAX_BYTES} bytes`));
      }
      // Bounces come from nobody.
      if (!settings.checksSender || address === "") return callback();
      requireSenderDomain(address).then(
        () => callback(),
        (error: unknown) => callback(refusalOf(error, logger)),
      );
    },
    onRcptTo({ address }, session, callback) {
      const { mailFrom } = session.envelope;
      const sender = mailFrom === false ? undefined : mailFrom.address;
      findReplyTarget(deps.db, address, sender).then(
        () => callback(),
        (error: unknown) => callback(refusalOf(error, logger)),
      );
    },
    onData(stream, session, callback) {
      const work = takeMail(stream, session).then(
        (text) => callback(null, text),
        (error: unknown) => callback(refusalOf(error, logger)),
      );
      underWay.add(work);
      void work.finally(() => {
        underWay.delete(work);
        if (isStopping) endIdle();
      });
    },
  });

  let isStopping = false;
  const endSessions = (which: (session: SMTPServerSession) => boolean, reason: string) => {
    for (const connection of server.connections) {
      if (!which(connection.session)) continue;
      connection.send(421, reason);
      connection.close();
    }
  };
  /** Who is between two mails would only keep the server from stopping. While it is greeted, a session has no envelope. */
  const endIdle = () => endSessions(({ envelope }) => !envelope?.mailFrom, "4.3.2 The server is shutting down");

  async function requireSenderDomain(address: string): Promise<void> {
    const lookups = createLookups({ questions: SENDER_QUESTIONS, ms: limits.lookUpMs, nameServers });
    const domain = await findSenderDomain(address, lookups).finally(lookups.close);
    if (domain === "absent") throw new SmtpRefusal(450, "4.1.8 Sender domain not found: it has no MX and no address");
    if (domain === "unanswered") {
      throw new SmtpRefusal(451, "4.4.3 The sender's domain could not be looked up, try again later");
    }
  }

  async function takeMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const raw = await readMail(stream, held);
    if (!held.take(raw.length))
      throw new SmtpRefusal(452, "4.3.1 Too many mails arrive at once, try again in a moment");
    try {
      return await storeMail(raw, session);
    } finally {
      held.giveBack(raw.length);
    }
  }

  async function storeMail(raw: Buffer, session: SMTPServerSession): Promise<string> {
    const { mailFrom, rcptTo } = session.envelope;
    const envelopeFrom = mailFrom === false ? "" : mailFrom.address;
    const parsed = await parser.parse(raw);
    if ("refused" in parsed) {
      throw parsed.refused === "loop"
        ? new SmtpRefusal(554, "5.4.6 The mail passed too many servers: it goes round in a circle")
        : new SmtpRefusal(554, "5.6.0 The mail could not be read: its parts are broken or too many");
    }
    // A bounce, or the answer of a program: whoever passed it on might be answered again, without end.
    if (envelopeFrom === "" || parsed.isAutomatic) return "2.0.0 Ok: automatic mails are not passed on";
    const { mail } = parsed;
    const authentication = await authenticator.authenticate({
      raw,
      envelopeFrom,
      mailHost,
      nameServers,
      remoteAddress: session.remoteAddress,
      helo: session.hostNameAppearsAs || "",
    });
    // Without an id of its own, the same mail handed over twice is known by its bytes.
    const messageId = mail.messageId ?? `<${createHash("sha256").update(raw).digest("hex")}@belfry>`;
    const replies = rcptTo.map(({ address }) => ({
      address,
      mail: {
        ...mail,
        ...authentication,
        messageId,
        connection: connectionView(session),
        envelopeFrom: { address: envelopeFrom },
        envelopeTo: [{ address }],
      },
    }));
    await acceptReplies(deps, replies);
    return "2.0.0 Ok: stored";
  }

  // A client that drops its connection is no fault of the server's.
  server.on("error", (err: Error) => logger.debug({ err }, "a connection of the mail server ended with an error"));
  const listening = server.listen(settings.port, settings.host);
  await Promise.race([
    once(listening, "listening"),
    once(listening, "error").then(([error]) => {
      throw error;
    }),
  ]);
  const address = listening.address();
  const port = typeof address === "object" && address ? address.port : settings.port;
  logger.info({ host: settings.host, port }, "replies to emails are received");
  return {
    port,
    async stop() {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      endIdle();
      await closed;
      for (const timer of timers.values()) clearTimeout(timer);
      // What is not stored by then is not answered, so that its sender hands it over again.
      await Promise.race([Promise.allSettled(underWay), sleep(limits.stopMs, undefined, { ref: false })]);
      await Promise.all([parser.close(), authenticator.close()]);
    },
  };
}

/** Nothing about what failed inside goes over the wire. */
function refusalOf(error: unknown, logger: Logger): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error;
  if (error instanceof DomainError) {
    return new SmtpRefusal(550, "5.1.1 Belfry takes mail only to the reply addresses that it gave out");
  }
  const kind = classifySqlFailure(error);
  if (kind === "data") return new SmtpRefusal(554, "5.6.0 The mail could not be stored");
  const level = kind === "connection" || kind === "contention" ? "warn" : "error";
  if (!(error instanceof Error && "code" in error && error.code === "ECONNECTION")) {
    logger[level]({ err: error }, "a mail could not be taken");
  }
  return new SmtpRefusal(451, "4.3.0 The mail cannot be stored now, try again later");
}
