import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { hostname } from "node:os";
import { Readable } from "node:stream";
import BaseConnection, { type Options, type SentMessageInfo } from "nodemailer/lib/smtp-connection";
import { assertPublicLiteral, publicLookup } from "../../http/hosts.ts";
import { ProviderError } from "../../provider-error.ts";
import { SEND_LIMITS } from "../../send-limits.ts";
import type { ComposedMail, Offered } from "../composed-mail.ts";
import { smtpError } from "./smtp-errors.ts";

/** A mail goes to the socket in pieces of this size, each when the one before has been written. */
const CHUNK_BYTES = 64 * 1024;

/** The address of a mail server and how to log in. */
export interface SmtpSettings {
  options: Pick<Options, "secure" | "requireTLS" | "ignoreTLS" | "tls"> & { host: string; port: number };
  auth?: { user: string; pass: string };
  allowPrivateHosts: boolean;
  /** Name of the installation. */
  installation?: string | undefined;
  /** In place of those of `SEND_LIMITS`. */
  silenceMs?: number;
  answerMs?: number;
}

/** nodemailer's connection, with what its types leave out. */
class SmtpClient extends BaseConnection {
  /** Extensions that the server has offered last, under TLS if there is any. */
  declare readonly _supportedExtensions: readonly string[];
}

export interface SmtpConnection {
  smtp: SmtpClient;
  /** The plain one, also below TLS. */
  socket: Socket;
  silenceMs: number;
  answerMs: number;
}

/** Connects, negotiates TLS and logs in. Throws nodemailer's error or ProviderError. */
export async function openConnection(settings: SmtpSettings, signal?: AbortSignal): Promise<SmtpConnection> {
  const { options, auth, silenceMs = SEND_LIMITS.smtpSilence, answerMs = SEND_LIMITS.smtpAnswer } = settings;
  const socket = await openSocket(settings, signal);
  const smtp = new SmtpClient({
    ...options,
    name: settings.installation ?? machineName(socket),
    connection: socket,
    connectionTimeout: SEND_LIMITS.smtpGreeting,
    greetingTimeout: SEND_LIMITS.smtpGreeting,
    socketTimeout: silenceMs,
    // Closing discards what is not sent yet, so that a mail that was given up does not go out after all.
    socketCloseTimeout: 0,
  });
  const abort = () => smtp.close();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      // Stays, as an emitter without a listener throws; the error of a send also goes to the send's own callback.
      smtp.on("error", reject);
      smtp.once("end", () => reject(connectionClosed()));
      smtp.connect((error) => {
        if (error) return reject(error);
        if (!auth || !smtp.allowsAuth) return resolve();
        smtp.login({ credentials: auth }, (failure) => (failure ? reject(failure) : resolve()));
      });
    });
    return { smtp, socket, silenceMs, answerMs };
  } catch (error) {
    smtp.close();
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** The name of the machine, where it is a full one, else the address that the connection comes from: RFC 5321, section 4.1.3. */
function machineName({ localAddress = "127.0.0.1" }: Socket): string {
  const name = hostname();
  if (name.includes(".") && isIP(name) === 0) return name;
  const [address = ""] = localAddress.replace(/^::ffff:(?=[\d.]+$)/, "").split("%");
  return isIP(address) === 6 ? `[IPv6:${address}]` : `[${address}]`;
}

/** Returns the extensions by which mails for this server are written. */
export const offeredBy = ({ smtp }: SmtpConnection): Offered => ({
  smtpUtf8: smtp._supportedExtensions.includes("SMTPUTF8"),
  eightBitMime: smtp._supportedExtensions.includes("8BITMIME"),
});

/** Connects and logs in, over a connection of its own. Throws ProviderError. */
export async function checkLogin(settings: SmtpSettings, signal?: AbortSignal): Promise<void> {
  try {
    const { smtp } = await openConnection(settings, signal);
    smtp.quit();
  } catch (error) {
    throw smtpError(error, `${settings.options.host}:${settings.options.port}`, false);
  }
}

/** The progress of one mail on its connection. */
export interface Progress {
  /** The server asked for the content. */
  begun: boolean;
  /** The whole content has left, so the server may have taken the mail. */
  transmitted: boolean;
  /** Called when it has: what remains is to wait for the answer. */
  onTransmitted?(): void;
}

/** Sends one mail over a connection that has no other under way. */
export function sendOver(
  { smtp, socket, silenceMs, answerMs }: SmtpConnection,
  { envelope, content }: Pick<ComposedMail, "envelope" | "content">,
  progress: Progress,
  done: (error: Error | null, info?: SentMessageInfo) => void,
): void {
  let position = 0;
  const stream = new Readable({
    read() {
      if (!progress.begun) {
        progress.begun = true;
        // Content and final dot come as two writes; held back for a moment they leave as one.
        socket.cork();
        setImmediate(() => socket.uncork());
      }
      this.push(position < content.length ? content.subarray(position, position + CHUNK_BYTES) : null);
      position += CHUNK_BYTES;
    },
  });
  stream.once("end", () => {
    progress.transmitted = true;
    allowSilence(smtp, answerMs);
    progress.onTransmitted?.();
  });
  smtp.send({ ...envelope }, stream, (error, info) => {
    allowSilence(smtp, silenceMs);
    done(error, info);
  });
}

/** Sets the time on the socket that nodemailer reads, which is not ours where TLS was begun. */
function allowSilence({ _socket: current }: SmtpClient, milliseconds: number): void {
  if (current && !current.destroyed) current.setTimeout(milliseconds);
}

export function connectionClosed(): Error {
  return Object.assign(new Error("Connection closed"), { code: "ECONNECTION" });
}

/** Opens the connection here rather than in nodemailer, so that the actual address of each is checked. */
async function openSocket({ options, allowPrivateHosts }: SmtpSettings, signal?: AbortSignal): Promise<Socket> {
  const { host, port } = options;
  if (!allowPrivateHosts) assertPublicLiteral(host);
  const timeout = AbortSignal.timeout(SEND_LIMITS.connect);
  const socket = connect({ host, port, ...(allowPrivateHosts ? {} : { lookup: publicLookup() }) });
  try {
    await once(socket, "connect", { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
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
