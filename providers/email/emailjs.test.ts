import { once } from "node:events";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { TEST_CERTIFICATE, TEST_KEY } from "#test/support/tls-certificate.ts";
import { createHttp } from "../http/http.ts";
import type { EmailMessage } from "../messages.ts";
import type { SendOptions } from "../send-context.ts";
import { emailjs } from "./emailjs.ts";

const mail: EmailMessage = { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" };
const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };

async function startServer(secure = false) {
  const received: { user: string | undefined; recipients: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    secure,
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 50,
    onAuth: ({ username, password }, _session, done) =>
      password === "right"
        ? done(null, { user: username })
        : done(Object.assign(new Error("no"), { responseCode: 535 })),
    onData: (stream, { user, envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = envelope.rcptTo.map(({ address }) => address);
        received.push({ user, recipients, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on("error", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => server.close());
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return { received, stored: { host: "127.0.0.1", port: String(address.port), from: "shop@example.com" } };
}

async function open(stored: object, allowPrivateHosts = true) {
  const http = createHttp();
  const session = await emailjs.open({ ...stored }, { http, allowPrivateHosts });
  onTestFinished(async () => {
    await session.close();
    await http.close();
  });
  return session;
}

test("an older integration sends a mail with all its parts; a file is encoded once", async () => {
  const { received, stored } = await startServer();
  const session = await open({ ...stored, user: "ann", password: "right" });
  const sent = await session.send(
    {
      ...mail,
      text: "Hi",
      cc: ["cara@example.com"],
      bcc: ["dan@example.com"],
      replyTo: "reply@example.com",
      attachments: [{ file: Buffer.from("a,b"), mime: "text/csv", name: "a.csv" }],
    },
    options,
  );
  expect(sent).toEqual({ id: "<m-1@example.com>", date: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(received).toMatchObject([
    { user: "ann", recipients: ["ada@example.com", "cara@example.com", "dan@example.com"] },
  ]);
  const parsed = await PostalMime.parse(received[0]?.raw ?? "", { attachmentEncoding: "utf8" });
  expect(parsed).toMatchObject({
    from: { address: "shop@example.com" },
    replyTo: [{ address: "reply@example.com" }],
    subject: "Hi",
    html: expect.stringContaining("<p>Hi</p>"),
    text: expect.stringContaining("Hi"),
    attachments: [{ filename: "a.csv", content: "a,b" }],
  });
});

test("a secure integration speaks TLS from the first byte, and trusts known certificates only", async () => {
  const { received, stored } = await startServer(true);
  const session = await open({ ...stored, secure: true });
  await expect(session.send(mail, options)).rejects.toMatchObject({
    class: "CREDENTIAL",
    message: expect.stringContaining("self-signed"),
  });
  expect(received).toEqual([]);
});

test("a check logs in; a wrong password is CREDENTIAL, and does not show", async () => {
  const { received, stored } = await startServer();
  await (await open({ ...stored, user: "ann", password: "right" })).check();
  const failure = (await open({ ...stored, user: "ann", password: "wr0ng" })).check();
  await expect(failure).rejects.toMatchObject({ class: "CREDENTIAL", message: expect.not.stringContaining("wr0ng") });
  expect(received).toEqual([]);
});

test("a server in a private network is refused", async () => {
  const { received, stored } = await startServer();
  const session = await open(stored, false);
  await expect(session.send(mail, options)).rejects.toMatchObject({
    class: "CREDENTIAL",
    message: expect.stringContaining("private network"),
  });
  expect(received).toEqual([]);
});
