import { ProviderError } from "../../provider-error.ts";
import type { ComposedMail, Offered } from "../composed-mail.ts";
import type { Progress } from "./smtp-connection.ts";
import { type RefusedRecipient, smtpError } from "./smtp-errors.ts";

/** Without a connection by then, a mail is tried later. */
const WAIT_MS = 60_000;

/** Writes a mail for the server that it goes to. Called again where it goes over another connection after all. */
export type Compose = (offered: Offered) => Promise<ComposedMail>;

/** A mail that the server has taken for at least one recipient. */
export interface SentMail {
  composed: ComposedMail;
  /** The answer to its content. */
  response: string;
  /** Recipients that do not get it. */
  refused: readonly RefusedRecipient[];
}

export interface QueuedMail extends Progress {
  compose: Compose;
  /** Ends its wait for a connection, or for being slow. */
  timer: NodeJS.Timeout | undefined;
  resolve(sent: SentMail): void;
  /** Takes nodemailer's error or ProviderError. */
  reject(error: unknown): void;
}

/** Mails that wait for a connection to one server, in the order in which they came. */
export class MailQueue {
  readonly #mails: QueuedMail[] = [];
  readonly #server: string;
  /** Called with a mail whose caller waits no longer, wherever it is. */
  readonly #onGivenUp: (queued: QueuedMail) => void;

  constructor(server: string, onGivenUp: (queued: QueuedMail) => void) {
    this.#server = server;
    this.#onGivenUp = onGivenUp;
  }

  get size(): number {
    return this.#mails.length;
  }

  add(compose: Compose, signal?: AbortSignal): Promise<SentMail> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        reject(signal?.reason);
        this.#onGivenUp(queued);
      };
      const settle = (action: () => void) => {
        signal?.removeEventListener("abort", abort);
        clearTimeout(queued.timer);
        action();
      };
      const queued: QueuedMail = {
        compose,
        timer: undefined,
        begun: false,
        transmitted: false,
        resolve: (sent) => settle(() => resolve(sent)),
        reject: (error) => settle(() => reject(smtpError(error, this.#server, queued.transmitted))),
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#mails.push(queued);
      this.#limitWait(queued);
    });
  }

  /** Takes the first one out. */
  next(): QueuedMail | undefined {
    return this.#mails.shift();
  }

  /** Puts a mail first whose connection could not take it. */
  putBack(queued: QueuedMail): void {
    queued.begun = false;
    queued.transmitted = false;
    this.#mails.unshift(queued);
    this.#limitWait(queued);
  }

  remove(queued: QueuedMail): void {
    const index = this.#mails.indexOf(queued);
    if (index >= 0) this.#mails.splice(index, 1);
  }

  rejectAll(error: unknown): void {
    for (const queued of this.#mails.splice(0)) queued.reject(error);
  }

  #limitWait(queued: QueuedMail): void {
    clearTimeout(queued.timer);
    queued.timer = setTimeout(() => {
      this.#onGivenUp(queued);
      queued.reject(new ProviderError("RETRY", `Mail server ${this.#server}: no connection was free in time`));
    }, WAIT_MS).unref();
  }
}
