/** The server's side of one SMTP connection: enough of RFC 5321 and 2920 to take mails over loopback, and no more. */
export interface SmtpSession {
  /** Takes what the client sent, in pieces of any size. Returns the replies to it, which may be empty. */
  receive(data: Buffer): string;
  /** The client has said goodbye: after the replies the connection is to be closed. */
  readonly isOver: boolean;
}

export const GREETING = "220 localhost ESMTP\r\n";

const END_OF_MAIL = "\r\n.\r\n";

/** `onMail` is given the recipients of each mail that was taken; its content is dropped as it comes. */
export function createSmtpSession(onMail: (recipients: readonly string[]) => void): SmtpSession {
  let pending = "";
  let inContent = false;
  let isOver = false;
  let recipients: string[] = [];

  function execute(command: string): string {
    switch (command.slice(0, 4).toUpperCase()) {
      case "EHLO":
        return "250-localhost\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n";
      case "RCPT":
        recipients.push(/<([^>]*)>/.exec(command)?.[1] ?? "");
        return "250 OK\r\n";
      case "DATA":
        inContent = true;
        // A mail may consist of the final dot alone: the line break of the command is the one before it.
        pending = `\r\n${pending}`;
        return "354 End with a dot\r\n";
      case "MAIL":
      case "RSET":
        recipients = [];
        return "250 OK\r\n";
      case "HELO":
      case "NOOP":
        return "250 OK\r\n";
      case "QUIT":
        isOver = true;
        return "221 Bye\r\n";
      default:
        return "502 Not implemented\r\n";
    }
  }

  /** Handles the next command or the end of the content; undefined when more data is needed for it. */
  function next(): string | undefined {
    const terminator = inContent ? END_OF_MAIL : "\r\n";
    const end = pending.indexOf(terminator);
    if (end < 0) {
      // Of content only what may be the first part of its end is kept.
      if (inContent) pending = pending.slice(-(END_OF_MAIL.length - 1));
      return undefined;
    }
    const line = pending.slice(0, end);
    pending = pending.slice(end + terminator.length);
    if (!inContent) return execute(line);
    inContent = false;
    onMail(recipients);
    return "250 OK\r\n";
  }

  return {
    receive(data) {
      pending += data.toString("latin1");
      const replies: string[] = [];
      while (!isOver) {
        const reply = next();
        if (reply === undefined) break;
        replies.push(reply);
      }
      return replies.join("");
    },
    get isOver() {
      return isOver;
    },
  };
}
