import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { createTransport, type SendMailOptions, type SMTPPoolOptions } from "nodemailer";
import { isPrivateAddress, privateHostError, publicLookup } from "../hosts.ts";
import { ProviderError } from "../provider-error.ts";
import { smtpError } from "./smtp-errors.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 15_000;
/** Silence allowed in mid-conversation: scanning a mail before accepting it takes some servers most of a minute. */
const SOCKET_TIMEOUT_MS = 60_000;
const IDLE_MS = 30_000;
/** Common servers allow 10 to 20 connections from one address; see docs of Postfix's smtpd_client_connection_count_limit. */
const MAX_CONNECTIONS = 10;
/** A fresh connection costs a pause of 100 ms in the pool, so connections live long; a server may end them earlier. */
const MAX_MESSAGES_PER_CONNECTION = 1_000;

/** Where and how to reach a mail server; equal settings share one pool of connections. */
export interface SmtpSettings {
  options: SMTPPoolOptions & { host: string; port: number };
  allowPrivateHosts: boolean;
}

type Mailer = ReturnType<typeof createMailer>;
interface Pool {
  mailer: Mailer;
  /** Message-IDs of mails under way that have left whole but are not answered yet. */
  transmitted: Set<string>;
  sending: number;
  idle?: NodeJS.Timeout;
}

const pools = new Map<string, Pool>();

/** Sends over the settings' pool. Throws ProviderError. `messageId` must be unique among the mails under way. */
export async function sendPooled(settings: SmtpSettings, mail: SendMailOptions & { messageId: string }) {
  const { key, pool } = poolFor(settings);
  clearTimeout(pool.idle);
  pool.sending += 1;
  try {
    return await pool.mailer.sendMail(mail);
  } catch (error) {
    throw smtpError(error, serverOf(settings), pool.transmitted.has(mail.messageId));
  } finally {
    pool.transmitted.delete(mail.messageId);
    pool.sending -= 1;
    if (pool.sending === 0) pool.idle = setTimeout(() => closePool(key), IDLE_MS).unref();
  }
}

/** Connects and logs in, over a connection of its own. Throws ProviderError. */
export async function verifySettings(settings: SmtpSettings): Promise<void> {
  const mailer = createMailer(settings);
  try {
    await mailer.verify();
  } catch (error) {
    throw smtpError(error, serverOf(settings), false);
  } finally {
    mailer.close();
  }
}

/** Ends all pooled connections, for a worker that has finished its sends. */
export function closeTransports(): void {
  for (const key of pools.keys()) closePool(key);
}

function closePool(key: string): void {
  const pool = pools.get(key);
  pools.delete(key);
  clearTimeout(pool?.idle);
  pool?.mailer.close();
}

function poolFor(settings: SmtpSettings): { key: string; pool: Pool } {
  // A digest, so that no password lies about as a map key.
  const key = createHash("sha256").update(JSON.stringify(settings)).digest("base64");
  const existing = pools.get(key);
  if (existing) return { key, pool: existing };
  const pool: Pool = { mailer: createMailer(settings), transmitted: new Set(), sending: 0 };
  pool.mailer.use("stream", (mail, done) => {
    const id = mail.message?.messageId();
    mail.message?.processFunc((stream) => {
      if (id !== undefined) stream.once("end", () => pool.transmitted.add(id));
      return stream;
    });
    done();
  });
  pools.set(key, pool);
  return { key, pool };
}

function createMailer({ options, allowPrivateHosts }: SmtpSettings) {
  const pooled: SMTPPoolOptions & { pool: true } = {
    ...options,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxMessages: MAX_MESSAGES_PER_CONNECTION,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, callback) => {
      openSocket(options.host, options.port, allowPrivateHosts).then(
        (connection) => callback(null, { connection }),
        (error) => callback(error),
      );
    },
  };
  return createTransport(pooled);
}

/** Opens the connection here rather than in nodemailer, so that every one of them is judged by its actual address. */
async function openSocket(host: string, port: number, allowPrivateHosts: boolean): Promise<Socket> {
  if (!allowPrivateHosts && isIP(host) !== 0 && isPrivateAddress(host)) throw privateHostError(host);
  const socket = connect({ host, port, ...(allowPrivateHosts ? {} : { lookup: publicLookup }) });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error instanceof ProviderError ? error : unreachable(host, port, error);
  }
}

function unreachable(host: string, port: number, error: unknown): ProviderError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "ETIMEDOUT";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new ProviderError(
      "RETRY",
      `Host "${host}" cannot be resolved (${code}): check the host of this integration`,
    );
  }
  const reason = code === "ABORT_ERR" ? "no connection in time" : code;
  return new ProviderError("RETRY", `Mail server ${host}:${port} cannot be reached: ${reason}`);
}

function serverOf({ options }: SmtpSettings): string {
  return `${options.host}:${options.port}`;
}
