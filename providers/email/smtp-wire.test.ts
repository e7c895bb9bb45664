import { generateKeyPairSync } from "node:crypto";
import PostalMime from "postal-mime";
import { expect, onTestFinished, test } from "vitest";
import { startStrictMailServer } from "#test/support/strict-mail-server.ts";
import { createHttp } from "../http/http.ts";
import type { Attachment, EmailMessage } from "../messages.ts";
import { nodemailer } from "./nodemailer.ts";

const mail: EmailMessage = { id: "m-1", to: ["ann@example.net"], subject: "Grüße", html: "<p>Grüße</p>" };
const outbox = { deliver: () => Promise.reject(new Error("not used")) };
const account = { host: "127.0.0.1", from: "shop@example.com", senderName: "Shöp" };
type Options = Parameters<typeof startStrictMailServer>[0];

/** A mail server, and an integration that sends through it. */
async function setUp(options: Options = {}, credentials: object = {}, installation?: string) {
  const server = await startStrictMailServer(options);
  const session = await nodemailer.open(
    { ...account, port: server.port, ...credentials },
    { http: createHttp(), allowPrivateHosts: true, installation },
  );
  onTestFinished(async () => {
    await session.close();
    server.stop();
  });
  return { server, send: (message: Partial<EmailMessage> = {}) => session.send({ ...mail, ...message }, { outbox }) };
}

const attached = (file: Attachment) => ({ attachments: [file] });

test("a recipient that needs SMTPUTF8 is left out where the server does not offer it, and the others are served", async () => {
  const { server, send } = await setUp();
  const sent = await send({
    to: ["josé@example.org", "ann@example.net"],
    cc: ["Jörg <jörg@bücher.example>", "ada@bücher.example"],
    bcc: ["用户@例子.example"],
  });
  expect(server.mails.map(({ to }) => to)).toEqual([["ann@example.net", "ada@xn--bcher-kva.example"]]);
  expect(sent.warning).toMatch(/josé@example\.org has letters outside ASCII before the @.*SMTPUTF8.*jörg@.*用户@/);
  expect(server.mails[0]?.bytes).not.toContain("josé");
});

test("a mail to nobody else fails for good, in words, and nothing is sent", async () => {
  const { server, send } = await setUp();
  await expect(send({ to: ["josé@example.org"] })).rejects.toMatchObject({
    class: "PERMANENT",
    message: expect.stringContaining("josé@example.org has letters outside ASCII before the @"),
  });
  expect(server.commands).not.toContainEqual(expect.stringMatching(/^MAIL/));
});

test("with SMTPUTF8 all of them are served", async () => {
  const { server, send } = await setUp({ extensions: ["SMTPUTF8", "8BITMIME"] });
  const sent = await send({ to: ["josé@example.org"], cc: ["ann@example.net"], replyTo: "josé@example.org" });
  expect(server.mails.map(({ to }) => to)).toEqual([["josé@example.org", "ann@example.net"]]);
  expect(sent.warning).toBeUndefined();
});

test("a sender that the server cannot be given is a fault of the integration", async () => {
  const { send } = await setUp({}, { from: "josé@example.com" });
  await expect(send()).rejects.toMatchObject({
    class: "CREDENTIAL",
    message: expect.stringContaining("another sender"),
  });
});

test.each([
  { replyTo: "josé@example.org" },
  { replyTo: "José <josé@example.org>" },
  { headers: { "Reply-To": "josé@example.org" } },
])("a mail goes without a reply address that the server cannot be given: %j", async (replies) => {
  for (const extensions of [[], ["SMTPUTF8"]]) {
    const { server, send } = await setUp({ extensions });
    expect((await send(replies)).warning).toContain("josé@example.org");
    expect(server.mails[0]?.bytes).not.toMatch(/^Reply-To/m);
  }
});

test("an address that is longer than addresses may be is left out", async () => {
  const { server, send } = await setUp();
  const sent = await send({ cc: [`${"a".repeat(1_200)}@example.org`] });
  expect(server.mails[0]?.to).toEqual(["ann@example.net"]);
  expect(sent.warning).toContain("is longer than 254 characters");
});

const forwarded = Buffer.from("Subject: x\n\nGrüße\n");

test("a forwarded mail beyond ASCII goes as it is where the server takes 8 bits, which is declared", async () => {
  const { server, send } = await setUp({ extensions: ["8BITMIME"] });
  await send(attached({ file: forwarded, mime: "message/rfc822", name: "forwarded.eml" }));
  expect(server.commands).toContain("MAIL FROM:<shop@example.com> BODY=8BITMIME");
  const { bytes } = server.mails[0] ?? { bytes: "" };
  expect(bytes).toMatch(/Content-Type: message\/rfc822/);
  expect(bytes.match(/Content-Transfer-Encoding: 8bit/g)).toHaveLength(2);
});

test.each([
  ["8-bit content, which the server does not take", forwarded, []],
  ["a line that is too long", Buffer.from(`Subject: x\n\nGrüße ${"x".repeat(1_200)}\n`), ["8BITMIME"]],
  ["NUL", Buffer.from("Subject: x\n\na\0b\n"), ["8BITMIME"]],
  ["a CR as line end", Buffer.from("Subject: x\r\rHi\r"), ["8BITMIME"]],
  ["a header beyond ASCII", Buffer.from("Subject: Grüße\n\nHi\n"), ["8BITMIME"]],
])("a forwarded mail with %s goes as a file, byte for byte", async (_, file, extensions) => {
  const { server, send } = await setUp({ extensions });
  await send(attached({ file, mime: "message/rfc822", name: "forwarded.eml" }));
  const { attachments } = await PostalMime.parse(Buffer.from(server.mails[0]?.bytes ?? "", "latin1"), {
    attachmentEncoding: "base64",
  });
  expect(attachments).toMatchObject([
    { filename: "forwarded.eml", mimeType: "application/octet-stream", content: file.toString("base64") },
  ]);
});

test.each([
  ["multipart/x-zip", "archive.zip", "application/zip"],
  ["multipart/mixed", "saved.mim", "application/octet-stream"],
  ["Multipart/Related; boundary=x", "page.mht", "application/octet-stream"],
  ["(a) multipart/mixed", "page.mht", "application/octet-stream"],
  ["message/partial", "part.eml", "application/octet-stream"],
  ["message/delivery-status", "status.txt", "application/octet-stream"],
  ["no type", "file.bin", "application/octet-stream"],
  ["message/global", "mail.u8msg", "message/global"],
  ["text/csv; charset=windows-1252", "table.csv", "text/csv"],
])("a file of the type %s arrives under its name", async (mime, name, mimeType) => {
  const { server, send } = await setUp();
  const file = Buffer.from([0x50, 0x4b, 3, 4, 0xfc, 0xff, 10, 0x41, 10]);
  await send(attached({ file, mime, name }));
  const { bytes } = server.mails[0] ?? { bytes: "" };
  expect(bytes).toMatch(new RegExp(`Content-Type: ${mimeType.replace("/", "\\/")}`, "i"));
  expect(bytes).toMatch(/Content-Transfer-Encoding: base64\r\nContent-Disposition[\s\S]*|UEsDBPz\//);
  expect(bytes).toContain(name);
  if (mimeType === "message/global") return;
  const { attachments } = await PostalMime.parse(Buffer.from(bytes, "latin1"), { attachmentEncoding: "base64" });
  expect(attachments).toMatchObject([{ filename: name, content: file.toString("base64") }]);
});

test("a forwarded mail of short lines of ASCII stays a mail, signed as it arrives", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const dkim = {
    domain: "example.com",
    secretKey: privateKey.export({ type: "pkcs8", format: "pem" }),
    accountSid: "s1",
  };
  const { server, send } = await setUp({}, dkim);
  await send(
    attached({ file: Buffer.from("Subject: x\n\n.\nHi\n"), mime: "message/rfc822; charset=us-ascii", name: "f.eml" }),
  );
  expect(server.mails[0]?.bytes).toMatch(/message\/rfc822[\s\S]*Content-Transfer-Encoding: 7bit/);
});

test("headers of the mail's own are lines that may be sent, and addresses in them stay addresses", async () => {
  const { server, send } = await setUp();
  await send({
    headers: { "X-Trace": "t".repeat(1_200), "List-Unsubscribe": "<mailto:josé@example.com?subject=Grüße>" },
  });
  const [, trace = ""] = /^X-Trace: ([\s\S]*?)\r\n\w/m.exec(server.mails[0]?.bytes ?? "") ?? [];
  expect(trace.replace(/\s|=\?UTF-8\?Q\?|\?=/g, "")).toBe("t".repeat(1_200));
  expect(server.mails[0]?.bytes).toContain("<mailto:jos%C3%A9@example.com?subject=Gr%C3%BC%C3%9Fe>");
});

test("the name of the installation is given in EHLO and in the Message-ID", async () => {
  const named = await setUp({}, {}, "mail.example.com");
  expect((await named.send()).id).toBe("<m-1@mail.example.com>");
  expect(named.server.commands[0]).toBe("EHLO mail.example.com");
  expect(named.server.mails[0]?.bytes).toMatch(/^Message-ID: <m-1@mail\.example\.com>/im);
  const unnamed = await setUp();
  expect((await unnamed.send()).id).toBe("<m-1@example.com>");
});

test("recipients that are too many for one transaction are served by further ones, over the same connection", async () => {
  for (const reply of ["452 4.5.3 Too many recipients", "552 too many recipients"]) {
    for (const extensions of [[], ["PIPELINING"]]) {
      const { server, send } = await setUp({
        extensions,
        answer: (command, { recipients }) => (command.startsWith("RCPT") && recipients >= 3 ? reply : undefined),
      });
      const to = Array.from({ length: 7 }, (_, i) => `r${i}@example.net`);
      expect((await send({ to })).warning).toBeUndefined();
      expect(server.mails.map((one) => one.to)).toEqual([to.slice(0, 3), to.slice(3, 6), to.slice(6)]);
      expect(server.connections()).toBe(1);
    }
  }
});

test.each([
  ["421 4.7.0 too many mails", "."],
  ["452 4.5.3 Too many messages in this connection", "MAIL"],
  ["450 4.3.2 Message limit per connection reached", "RCPT"],
])("a connection that carries no more mails (%s to %s) is replaced, and nothing waits", async (reply, at) => {
  const { server, send } = await setUp({
    answer: (command, { mails }) => (mails >= 2 && command.startsWith(at) ? reply : undefined),
  });
  for (let i = 0; i < 5; i++) await send({ id: `m-${i}` });
  expect(server.mails).toHaveLength(5);
  expect(server.connections()).toBe(3);
});

test.each([
  ["RCPT", "504 5.5.2 <host>: Helo command rejected: need fully-qualified hostname", "BELFRY_MAIL_HOST"],
  ["RCPT", "553 5.7.1 <shop@example.com>: Sender address rejected: not owned by user ann", "change the sender"],
  ["RCPT", "554 5.7.1 <ann@example.net>: Relay access denied", "user and password"],
  ["RCPT", "550 5.7.1 Relaying denied", "user and password"],
  ["RCPT", "550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain", "user and password"],
  ["MAIL", "503 5.5.1 Error: need AUTH command", "login"],
  ["MAIL", "530 5.7.0 Must issue a STARTTLS command first", "TLS"],
  ["MAIL", "550 5.7.1 Authentication required", "login"],
  ["RCPT", "550 SMTP AUTH is required for message submission on port 587", "login"],
  ["MAIL", "550 5.1.8 Access denied, bad outbound sender", "change the sender"],
  ["MAIL", "553 5.1.7 The sender address is invalid", "change the sender"],
  ["MAIL", "550 5.7.1 no", "change the sender"],
  [".", "554 5.2.252 SendAsDenied; ann@example.com not allowed to send as shop@example.com", "change the sender"],
  [".", "550 5.7.60 SMTP; Client does not have permissions to send as this sender", "change the sender"],
  [".", "554 Message rejected: Email address is not verified. shop@example.com", "change the sender"],
  [".", "550 The from address does not match a verified Sender Identity", "change the sender"],
  ["RCPT", "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", "list"],
  [
    ".",
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. part of their network is on our block list (S3150)",
    "list",
  ],
  [
    ".",
    "550-5.7.26 Unauthenticated email from example.com is not\r\n550 5.7.26 accepted due to domain's DMARC policy",
    "DMARC",
  ],
  ["RCPT", "550 5.7.23 SPF validation failed", "SPF"],
  ["RCPT", "550 5.7.25 The IP address sending this message does not have a PTR record", "reverse DNS"],
  [".", "550 5.7.27 The sender's domain does not pass SPF", "SPF"],
  ["EHLO", "550 Invalid HELO name", "BELFRY_MAIL_HOST"],
])("a refusal of the set-up, at %s by %s, is the integration's, with its remedy", async (at, reply, remedy) => {
  const { send } = await setUp({
    // A server that refuses EHLO refuses HELO as well.
    answer: (command) => (command.startsWith(at) || (at === "EHLO" && command.startsWith("HELO")) ? reply : undefined),
  });
  const failure = send();
  await expect(failure).rejects.toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining(remedy) });
  await expect(failure).rejects.toThrow(reply.slice(0, 30));
});

test.each(["554 no mails from you", "521 does not accept mail"])(
  "a greeting %s is not tried again for a day",
  async (greeting) => {
    const { send } = await setUp({ greeting });
    await expect(send()).rejects.toMatchObject({
      class: "CREDENTIAL",
      message: expect.stringContaining("check host and port"),
    });
  },
);

test.each([
  ["RCPT", "550 5.1.1 <ann@example.net>: Recipient address rejected: User unknown", "PERMANENT"],
  ["RCPT", "550 5.2.1 The email account that you tried to reach is disabled", "PERMANENT"],
  [".", "554 5.7.1 spam", "PERMANENT"],
  [".", "550 5.7.1 The message contains a URL listed in SURBL", "PERMANENT"],
  ["MAIL", "552 5.3.4 Message size exceeds fixed limit", "PERMANENT"],
  ["RCPT", "450 4.7.1 Client host rejected: cannot find your reverse hostname", "RETRY"],
])("what concerns recipient or mail, at %s by %s, is not the integration's", async (at, reply, errorClass) => {
  const { send } = await setUp({ answer: (command) => (command.startsWith(at) ? reply : undefined) });
  await expect(send()).rejects.toMatchObject({ class: errorClass });
});
