import { expect, test } from "vitest";
import { createSmtpSession } from "./smtp-session.ts";

const envelope = (address: string) => `MAIL FROM:<shop@example.com>\r\nRCPT TO:<${address}>\r\nDATA\r\n`;
const content = (text: string) => `${text}\r\n.\r\n`;
const dialogue = [
  "EHLO test\r\n",
  envelope("ada@example.com"),
  content("Subject: One\r\n\r\n..dots\r\n. \r\nend"),
  envelope("grace@example.com"),
  content("Subject: Two\r\n\r\nQUIT"),
  "QUIT\r\n",
].join("");

function converse(pieces: readonly string[]) {
  const mails: (readonly string[])[] = [];
  const session = createSmtpSession((recipients) => mails.push(recipients));
  const replies = pieces.map((piece) => session.receive(Buffer.from(piece, "latin1"))).join("");
  return { mails, codes: replies.split("\r\n").flatMap((line) => /^(\d{3}) /.exec(line)?.[1] ?? []), session };
}

const expected = {
  mails: [["ada@example.com"], ["grace@example.com"]],
  codes: ["250", "250", "250", "354", "250", "250", "250", "354", "250", "221"],
};

test("pipelined commands are answered in their order", () => {
  const { mails, codes, session } = converse([dialogue]);
  expect({ mails, codes }).toEqual(expected);
  expect(session.isOver).toBe(true);
});

test("it does not matter where the client's data is divided", () => {
  for (let at = 1; at < dialogue.length; at++) {
    const { mails, codes } = converse([dialogue.slice(0, at), dialogue.slice(at)]);
    expect({ mails, codes }).toEqual(expected);
  }
  const { mails, codes } = converse([...dialogue]);
  expect({ mails, codes }).toEqual(expected);
});

test("a mail without content is a mail", () => {
  expect(converse([envelope("ada@example.com"), ".\r\n"]).mails).toEqual([["ada@example.com"]]);
});

test("a reset forgets the recipients", () => {
  const { mails } = converse([
    "MAIL FROM:<shop@example.com>\r\nRCPT TO:<ada@example.com>\r\nRSET\r\n",
    envelope("grace@example.com"),
    content("Hello"),
  ]);
  expect(mails).toEqual([["grace@example.com"]]);
});
