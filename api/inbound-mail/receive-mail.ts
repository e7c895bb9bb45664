import type { SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import { INBOUND_MAIL_MAX_BYTES } from "#contract/constants/inbound-mail.ts";
import type { ConnectionLimits } from "./connection-limits.ts";

/** A command that is refused, with the code and the text that the client gets. */
export class SmtpRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/**
 * Reads a mail into memory. The part that is too long for a mail is read and dropped, because the client sends all of it before it
 * takes an answer. Throws SmtpRefusal for a mail that is too long, and when other mails take the memory that there is.
 */
export function readMail(stream: SMTPServerDataStream, limits: ConnectionLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let held = 0;
    let refusal: SmtpRefusal | undefined;
    const release = () => {
      chunks = [];
      limits.giveBack(held);
      held = 0;
    };
    stream.on("data", (chunk: Buffer) => {
      if (refusal) return;
      if (held + chunk.length > INBOUND_MAIL_MAX_BYTES) {
        refusal = new SmtpRefusal(552, `5.3.4 The mail is longer than ${INBOUND_MAIL_MAX_BYTES} bytes`);
      } else if (!limits.take(chunk.length)) {
        refusal = new SmtpRefusal(452, "4.3.1 Too many mails arrive at once, try again in a moment");
      } else {
        held += chunk.length;
        chunks.push(chunk);
        return;
      }
      release();
    });
    stream.on("error", (error) => {
      release();
      reject(error);
    });
    stream.on("end", () => {
      const mail = refusal ? undefined : Buffer.concat(chunks);
      release();
      if (mail) resolve(mail);
      else reject(refusal);
    });
  });
}

/** The connection as the callback of a reply gets it. */
export const connectionView = ({ remoteAddress, clientHostname, hostNameAppearsAs, secure }: SMTPServerSession) => ({
  remoteAddress,
  clientHostname,
  hostNameAppearsAs,
  secure,
});
