import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** How the server refuses the next mails to an address. */
export interface Refusal {
  code: number;
  /** As it goes over the wire. */
  message?: string;
  /** How many mails it refuses; one when not given. */
  times?: number;
  /** How long the server thinks about it, in milliseconds. */
  afterMs?: number;
}

export interface MailSink {
  port: number;
  mailsTo(address: string): Email[];
  /** All mails in the order of their arrival; none when only addresses are kept. */
  all(): Email[];
  /** How many mails were taken for each address. */
  counts(): Map<string, number>;
  /** How many mails were taken. */
  taken(): number;
  /** How many mails were refused. */
  refused(): number;
  /** How long the server takes from now on to answer to a mail that it has got, in milliseconds. */
  takes(milliseconds: number): void;
  /** Drops what has arrived so far. */
  forget(): void;
  /** Answers the next mail to this address with an SMTP code. */
  refuseOnce(address: string, code: number): void;
  /** Answers the next mails to this address so. */
  refuse(address: string, refusal: Refusal): void;
  stop(): Promise<void>;
}

export interface MailSinkOptions {
  /** Keep the addresses only, for mails that are many or large. */
  addressesOnly?: boolean;
  /** How long the server takes for each mail, in milliseconds. */
  takesMs?: number;
  /** Refuse every mail with this SMTP code. */
  refusesWith?: number;
  /** Is given each mail that is taken, with its recipients. */
  onMail?: (recipients: readonly string[], mail: Email) => void;
}

/** A real SMTP server on a free loopback port, which keeps what it is given. */
export async function startMailSink({
  addressesOnly = false,
  takesMs: initialTakesMs = 0,
  refusesWith,
  onMail,
}: MailSinkOptions = {}): Promise<MailSink> {
  const mails: { recipients: string[]; mail: Email }[] = [];
  const counts = new Map<string, number>();
  const refusals = new Map<string, Refusal>();
  let taken = 0;
  let takesMs = initialTakesMs;
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    // Senders keep connections open; they are ended here.
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      const always: Refusal | undefined = refusesWith === undefined ? undefined : { code: refusesWith };
      const refusal = refusals.get(address) ?? always;
      if (refusal === undefined) return callback();
      refused += 1;
      const { code, message = "refused by the test", times = 1, afterMs = 0 } = refusal;
      if (times > 1) refusals.set(address, { ...refusal, times: times - 1 });
      else refusals.delete(address);
      setTimeout(() => callback(Object.assign(new Error(message), { responseCode: code })), afterMs);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        if (!addressesOnly) chunks.push(chunk);
      });
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const take = (mail?: Email) => {
          if (mail) mails.push({ recipients, mail });
          if (mail) onMail?.(recipients, mail);
          for (const address of recipients) counts.set(address, (counts.get(address) ?? 0) + 1);
          taken += 1;
          setTimeout(callback, takesMs);
        };
        if (addressesOnly) take();
        else PostalMime.parse(Buffer.concat(chunks)).then(take, callback);
      });
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.on("error", reject);
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      if (typeof address === "object" && address) resolve(address.port);
    });
  });
  // A client that is killed drops its connections, which is no fault of the server's.
  server.on("error", () => {});
  return {
    port,
    mailsTo: (address) => mails.filter(({ recipients }) => recipients.includes(address)).map(({ mail }) => mail),
    all: () => mails.map(({ mail }) => mail),
    counts: () => new Map(counts),
    taken: () => taken,
    takes: (milliseconds) => {
      takesMs = milliseconds;
    },
    refused: () => refused,
    forget: () => {
      mails.length = 0;
      counts.clear();
      taken = 0;
      refused = 0;
    },
    refuseOnce: (address, code) => refusals.set(address, { code }),
    refuse: (address, refusal) => refusals.set(address, refusal),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
