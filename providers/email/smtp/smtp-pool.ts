import type { ComposedMail } from "../composed-mail.ts";
import { type Compose, MailQueue, type QueuedMail, type SentMail } from "./mail-queue.ts";
import {
  connectionClosed,
  offeredBy,
  openConnection,
  type SmtpConnection,
  type SmtpSettings,
  sendOver,
} from "./smtp-connection.ts";
import {
  endsConnection,
  isConnectionSpent,
  refusalsIn,
  refusalsOf,
  refusesMail,
  smtpError,
  turnedAway,
} from "./smtp-errors.ts";

/** Common servers allow 10 to 20 connections from one address; see docs of Postfix's smtpd_client_connection_count_limit. */
const SMTP_CONNECTIONS = 10;
/** A connection whose server takes longer to answer after the content counts no more, so that other mails go on. */
const SLOW_ANSWER_MS = 5_000;
/** At most so many do not count. */
const MAX_SLOW_CONNECTIONS = 40;
/** A server may end a connection earlier. */
const MAX_MAILS_PER_CONNECTION = 1_000;
/** Pause before another connection is tried where the server has refused one while it serves others. */
const REFUSED_PAUSE_MS = 10_000;
/** Connections end when no mail has gone out for so long; the next mail opens one again. */
const CONNECTION_IDLE_MS = 30_000;

interface PooledConnection {
  connection: SmtpConnection;
  /** The mail under way. */
  queued: QueuedMail | undefined;
  /** Number of mails it has carried. */
  mails: number;
  /** Has stood idle, so the server may have hung up unnoticed. */
  reused: boolean;
}

/** Connections to one mail server, opened as mails come and shared by them. */
export class SmtpPool {
  readonly #settings: SmtpSettings;
  readonly #server: string;
  readonly #queue: MailQueue;
  readonly #idle: PooledConnection[] = [];
  readonly #open = new Set<PooledConnection>();
  /** Those of the open ones whose server takes long to answer. */
  readonly #slow = new Set<PooledConnection>();
  readonly #carriers = new Map<QueuedMail, PooledConnection>();
  readonly #opening = new Set<AbortController>();
  #refusedUntil = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(settings: SmtpSettings) {
    this.#settings = settings;
    this.#server = `${settings.options.host}:${settings.options.port}`;
    this.#queue = new MailQueue(this.#server, (queued) => this.#giveUp(queued));
  }

  /** Throws ProviderError, or the signal's reason once that has fired. */
  async send(compose: Compose, signal?: AbortSignal): Promise<SentMail> {
    signal?.throwIfAborted();
    clearTimeout(this.#idleTimer);
    const sent = this.#queue.add(compose, signal);
    this.#dispatch();
    return sent;
  }

  /** Ends every connection at once. Mails under way fail. */
  close(): void {
    clearTimeout(this.#idleTimer);
    this.#stopOpening();
    for (const { connection } of this.#open) connection.smtp.close();
    this.#queue.rejectAll(connectionClosed());
  }

  #dispatch(): void {
    while (this.#queue.size > 0) {
      const pooled = this.#idle.pop();
      if (!pooled) break;
      const queued = this.#queue.next();
      if (queued) this.#run(queued, pooled);
    }
    const wanted = Math.min(this.#queue.size, this.#allowedToOpen());
    while (this.#opening.size < wanted) void this.#openAnother();
  }

  get #countedSize(): number {
    return this.#open.size - Math.min(this.#slow.size, MAX_SLOW_CONNECTIONS);
  }

  #allowedToOpen(): number {
    // The first connection is opened alone: where the server is away or refuses the password, more would fail the same.
    if (this.#open.size === 0) return 1;
    return Date.now() < this.#refusedUntil ? 0 : SMTP_CONNECTIONS - this.#countedSize;
  }

  async #openAnother(): Promise<void> {
    const attempt = new AbortController();
    this.#opening.add(attempt);
    try {
      const connection = await openConnection(this.#settings, attempt.signal);
      const isWanted = this.#opening.delete(attempt);
      // Those that were slow when it was begun may have been answered meanwhile.
      if (isWanted && this.#countedSize < SMTP_CONNECTIONS) this.#add(connection);
      else connection.smtp.close();
    } catch (error) {
      // Given up meanwhile, as no mail waited for it any more.
      if (!this.#opening.delete(attempt)) return;
      if (this.#open.size > 0) this.#refusedUntil = Date.now() + REFUSED_PAUSE_MS;
      else if (this.#opening.size === 0) this.#queue.rejectAll(error);
    }
  }

  #add(connection: SmtpConnection): void {
    const pooled: PooledConnection = { connection, queued: undefined, mails: 0, reused: this.#queue.size === 0 };
    this.#open.add(pooled);
    connection.smtp.once("end", () => {
      this.#remove(pooled);
      // A callback with the actual error may still follow.
      setImmediate(() => {
        this.#finish(pooled)?.reject(connectionClosed());
        this.#dispatch();
        this.#closeWhenIdle();
      });
    });
    this.#idle.push(pooled);
    this.#dispatch();
    this.#closeWhenIdle();
  }

  #remove(pooled: PooledConnection): void {
    this.#open.delete(pooled);
    const index = this.#idle.indexOf(pooled);
    if (index >= 0) this.#idle.splice(index, 1);
  }

  #run(queued: QueuedMail, pooled: PooledConnection): void {
    pooled.queued = queued;
    this.#carriers.set(queued, pooled);
    clearTimeout(queued.timer);
    queued.onTransmitted = () => {
      queued.timer = setTimeout(() => {
        this.#slow.add(pooled);
        this.#dispatch();
      }, SLOW_ANSWER_MS).unref();
    };
    void this.#compose(queued, pooled);
  }

  async #compose(queued: QueuedMail, pooled: PooledConnection): Promise<void> {
    const isCurrent = () => pooled.queued === queued;
    try {
      const composed = await queued.compose(offeredBy(pooled.connection));
      // Given up, or without its connection, meanwhile.
      if (isCurrent()) this.#transmit(queued, pooled, composed);
    } catch (error) {
      if (!isCurrent()) return;
      this.#finish(pooled);
      queued.reject(error);
      this.#release(pooled);
    }
  }

  /** Sends a mail to its recipients, or to those that the server has turned away because it takes fewer in one transaction. */
  #transmit(
    queued: QueuedMail,
    pooled: PooledConnection,
    composed: ComposedMail,
    before?: SentMail,
    to?: string[],
  ): void {
    const { envelope, content } = composed;
    const { smtp } = pooled.connection;
    const mail = { content, envelope: { ...envelope, to: to ?? envelope.to } };
    sendOver(pooled.connection, mail, queued, (error, info) => {
      if (pooled.queued !== queued) return;
      if (info) {
        const refused = refusalsIn(info);
        const away = refused.filter(turnedAway).map(({ recipient }) => recipient);
        const others = refused.filter((one) => !turnedAway(one));
        const sent = { composed, response: info.response, refused: [...(before?.refused ?? []), ...others] };
        if (away.length > 0) return this.#transmit(queued, pooled, composed, sent, away);
        this.#finish(pooled);
        queued.resolve(sent);
        return this.#release(pooled);
      }
      this.#finish(pooled);
      if (before) {
        // It went out to those before.
        const refused = refusalsOf(mail.envelope.to, smtpError(error, this.#server, false));
        queued.resolve({ ...before, refused: [...before.refused, ...refused] });
        return smtp.close();
      }
      if (isConnectionSpent(error, pooled.mails) || (pooled.reused && !queued.begun && endsConnection(error))) {
        this.#queue.putBack(queued);
        return smtp.close();
      }
      queued.reject(error);
      if (!refusesMail(error) || smtp.destroyed) return smtp.close();
      smtp.reset((failure) => (failure ? smtp.close() : this.#release(pooled)));
    });
  }

  #release(pooled: PooledConnection): void {
    pooled.mails += 1;
    pooled.reused = true;
    // One that was slow may have been replaced meanwhile.
    if (pooled.mails < MAX_MAILS_PER_CONNECTION && this.#countedSize <= SMTP_CONNECTIONS) {
      this.#idle.push(pooled);
    } else {
      this.#remove(pooled);
      pooled.connection.smtp.close();
    }
    this.#dispatch();
    this.#closeWhenIdle();
  }

  /** Begins the time after which connections without a mail end, once none carries one. */
  #closeWhenIdle(): void {
    if (this.#idle.length === 0 || this.#idle.length < this.#open.size) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      for (const pooled of [...this.#idle]) {
        this.#remove(pooled);
        pooled.connection.smtp.close();
      }
    }, CONNECTION_IDLE_MS).unref();
  }

  #finish(pooled: PooledConnection): QueuedMail | undefined {
    const { queued } = pooled;
    pooled.queued = undefined;
    this.#slow.delete(pooled);
    if (queued) this.#carriers.delete(queued);
    clearTimeout(queued?.timer);
    return queued;
  }

  /** Takes the mail out of the queue, or ends the connection that carries it, so that no more of it leaves. */
  #giveUp(queued: QueuedMail): void {
    const carrier = this.#carriers.get(queued);
    if (carrier) {
      this.#finish(carrier);
      carrier.connection.smtp.close();
      return;
    }
    this.#queue.remove(queued);
    if (this.#queue.size === 0) this.#stopOpening();
  }

  #stopOpening(): void {
    for (const attempt of this.#opening) attempt.abort();
    this.#opening.clear();
  }
}
