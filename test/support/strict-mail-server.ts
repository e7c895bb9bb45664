import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A mail that the server took in one transaction. */
export interface TakenMail {
  from: string;
  to: string[];
  /** Each byte as a character, with the dots that SMTP adds. */
  bytes: string;
}

export interface StrictMailServer {
  port: number;
  /** All commands of all connections, in their order. */
  commands: string[];
  mails: TakenMail[];
  connections(): number;
  stop(): void;
}

interface Options {
  /** Lines of the answer to EHLO after the first. */
  extensions?: readonly string[];
  greeting?: string;
  /** Answers a command in the place of the server; `.` stands for the end of a mail. Undefined: it does so itself. */
  answer?: (command: string, state: { mails: number; recipients: number }) => string | undefined;
  /** Whether the connection ends after an answer that begins so. */
  closesAfter?: string;
}

/**
 * A mail server that takes what its extensions allow and no more: bytes beyond ASCII in a command or a mail, NUL, a bare CR or LF and lines
 * of more than 998 characters are refused. It records everything as it came over the wire.
 */
export async function startStrictMailServer(options: Options = {}): Promise<StrictMailServer> {
  const { extensions = [], greeting = "220 strict.example ESMTP", answer, closesAfter } = options;
  const commands: string[] = [];
  const mails: TakenMail[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    serve(socket);
  });

  function serve(socket: Socket): void {
    let buffer = "";
    let mail: TakenMail | undefined;
    let carried = 0;
    let isData = false;
    const reply = (text: string) => {
      socket.write(`${text}\r\n`, "latin1");
      if (closesAfter !== undefined && text.startsWith(closesAfter)) socket.end();
    };
    const offers = (name: string) => extensions.includes(name);
    const own = (command: string): string => {
      const [, sender, parameters = ""] = /^MAIL FROM:<(.*?)>(.*)$/.exec(command) ?? [];
      const [, recipient] = /^RCPT TO:<(.*?)>/.exec(command) ?? [];
      if (/[^\0-\x7f]/.test(command) && !offers("SMTPUTF8")) return "553 5.6.7 letters beyond ASCII";
      if (sender !== undefined) {
        if (/SMTPUTF8/.test(parameters) && !offers("SMTPUTF8")) return "555 5.5.4 unknown parameter";
        if (/8BITMIME/.test(parameters) && !offers("8BITMIME")) return "555 5.5.4 unknown parameter";
        if (/[^\0-\x7f]/.test(sender) && !/SMTPUTF8/.test(parameters)) return "553 5.6.7 SMTPUTF8 is missing";
        mail = { from: command.slice(5), to: [], bytes: "" };
        return "250 2.1.0 Ok";
      }
      if (recipient !== undefined) {
        if (/[^\0-\x7f]/.test(recipient) && !/SMTPUTF8/.test(mail?.from ?? "")) return "553 5.6.7 SMTPUTF8 is missing";
        mail?.to.push(Buffer.from(recipient, "latin1").toString("utf8"));
        return "250 2.1.5 Ok";
      }
      if (command === "DATA") {
        if (!mail || mail.to.length === 0) return "554 5.5.1 no valid recipients";
        isData = true;
        return "354 go on";
      }
      if (command === "RSET") mail = undefined;
      return command.startsWith("QUIT") ? "221 2.0.0 Bye" : "250 2.0.0 Ok";
    };
    const take = (bytes: string): string => {
      const [header = ""] = bytes.split("\r\n\r\n", 1);
      const isUtf8 = /SMTPUTF8/.test(mail?.from ?? "");
      if (/\0|\r(?!\n)|(?<!\r)\n/.test(bytes)) return "554 5.6.0 NUL, or a bare CR or LF";
      if (bytes.split("\r\n").some((line) => line.length > 998)) return "554 5.6.0 a line is too long";
      if (/[^\0-\x7f]/.test(header) && !isUtf8) return "554 5.6.7 a header has letters beyond ASCII";
      if (/[^\0-\x7f]/.test(bytes) && !isUtf8 && !/8BITMIME/.test(mail?.from ?? "")) return "554 5.6.3 8-bit content";
      if (mail) mails.push({ ...mail, bytes });
      carried += 1;
      return "250 2.0.0 Ok: taken";
    };
    reply(greeting);
    socket.on("data", (chunk) => {
      buffer += chunk.toString("latin1");
      for (;;) {
        const end = isData ? buffer.indexOf("\r\n.\r\n") : buffer.indexOf("\r\n");
        if (end < 0) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        const state = { mails: carried, recipients: mail?.to.length ?? 0 };
        if (isData) {
          isData = false;
          reply(answer?.(".", state) ?? take(`${text}\r\n`));
          mail = undefined;
          continue;
        }
        commands.push(text);
        const given = answer?.(text, state);
        if (given !== undefined) reply(given);
        else if (text.startsWith("EHLO"))
          reply(
            ["strict.example", ...extensions]
              .map((line, i) => `250${i === extensions.length ? " " : "-"}${line}`)
              .join("\r\n"),
          );
        else reply(own(text));
      }
    });
  }

  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return {
    port: address.port,
    commands,
    mails,
    connections: () => opened,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
