import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface MailSink {
  port: number;
  mailsTo(address: string): Email[];
  /** All mails in the order of their arrival. */
  all(): Email[];
  /** Drops what has arrived so far. */
  forget(): void;
  /** Answers the next mail to this address with an SMTP code. */
  refuseOnce(address: string, code: number): void;
  stop(): Promise<void>;
}

/** A real SMTP server on a free loopback port, which keeps what it is given. */
export async function startMailSink(): Promise<MailSink> {
  const mails: { recipients: string[]; mail: Email }[] = [];
  const refusals = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const code = refusals.get(address);
      refusals.delete(address);
      if (code === undefined) callback();
      else callback(Object.assign(new Error("refused by the test"), { responseCode: code }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push({ recipients, mail });
          callback();
        }, callback);
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
  return {
    port,
    mailsTo: (address) => mails.filter(({ recipients }) => recipients.includes(address)).map(({ mail }) => mail),
    all: () => mails.map(({ mail }) => mail),
    forget: () => {
      mails.length = 0;
    },
    refuseOnce: (address, code) => refusals.set(address, code),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
