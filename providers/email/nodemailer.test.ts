import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { TEST_CERTIFICATE, TEST_KEY } from "#test/support/tls-certificate.ts";
import { createHttp } from "../http/http.ts";
import type { EmailMessage } from "../messages.ts";
import type { SendOptions } from "../send-context.ts";
import type { Session } from "../session.ts";
import { parseCredentials } from "../stored-credentials.ts";
import { nodemailer } from "./nodemailer.ts";

const mail: EmailMessage = { id: "m-1", to: ["ann@example.net"], subject: "Hi", html: "<p>Hi</p>" };
const context = { outbox: { deliver: () => Promise.reject(new Error("not used")) }, allowPrivateHosts: true };
type Context = SendOptions & { allowPrivateHosts: boolean };

const sessions = new Map<string, Promise<Session<EmailMessage>>>();

/** The same session for the same account, as an integration has it. */
function openSession(account: object, { allowPrivateHosts }: Context) {
  const key = JSON.stringify([account, allowPrivateHosts]);
  const session = sessions.get(key) ?? nodemailer.open({ ...account }, { http: createHttp(), allowPrivateHosts });
  sessions.set(key, session);
  return session;
}

async function send(message: EmailMessage, account: object, options: Context) {
  return (await openSession(account, options)).send(message, options);
}

async function check(account: object, options: Context) {
  return (await openSession(account, options)).check();
}

interface Received {
  from: string;
  to: string[];
  raw: string;
  user: string | undefined;
}
const servers: SMTPServer[] = [];

/** A mail server on a port of its own that keeps what it accepts. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    closeTimeout: 50,
    onAuth: ({ username, password }, _session, done) =>
      password === "right" ? done(null, { user: username }) : done(refusal(535, `5.7.8 ${password} is wrong`)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          user: session.user,
        });
        done();
      });
    },
    ...options,
  });
  // A client that distrusts our certificate hangs up, which the server reports.
  server.on("error", () => undefined);
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  const account = { host: "127.0.0.1", port: address.port, from: "shop@example.com", senderName: "Shöp" };
  return { server, received, account };
}

function refusal(responseCode: number, message: string) {
  return Object.assign(new Error(message), { responseCode });
}

afterEach(async () => {
  vi.useRealTimers();
  for (const session of sessions.values()) await session.then((opened) => opened.close());
  sessions.clear();
  for (const server of servers.splice(0)) server.close();
});

test("a mail arrives with every part where a mail program expects it", async () => {
  const { account, received } = await startServer();
  const logo = Buffer.from([1, 2, 3, 255]);
  const sent = await send(
    {
      ...mail,
      to: ["ann@example.net", "ben@example.net"],
      cc: ["cc@example.net"],
      bcc: ["secret@example.net"],
      replyTo: "reply@example.com",
      subject: "Grüße ✓",
      html: '<p>Grüße <img src="cid:logo"></p>',
      text: "Grüße",
      headers: { "X-Campaign": "spring" },
      attachments: [
        { file: logo, mime: "image/png", name: "logo.png", cid: "logo", disposition: "inline" },
        { file: Buffer.from("a,b\n"), mime: "text/csv", name: "größe.csv" },
      ],
    },
    account,
    context,
  );
  expect(received).toHaveLength(1);
  const [{ from, to, raw } = { from: "", to: [], raw: "" }] = received;
  expect({ from, to }).toEqual({
    from: "shop@example.com",
    to: ["ann@example.net", "ben@example.net", "cc@example.net", "secret@example.net"],
  });
  expect(raw).not.toContain("secret@example.net");
  const parsed = await PostalMime.parse(raw, { attachmentEncoding: "base64" });
  expect(parsed).toMatchObject({
    messageId: "<m-1@example.com>",
    from: { name: "Shöp", address: "shop@example.com" },
    to: [{ address: "ann@example.net" }, { address: "ben@example.net" }],
    cc: [{ address: "cc@example.net" }],
    replyTo: [{ address: "reply@example.com" }],
    subject: "Grüße ✓",
    html: expect.stringContaining('<p>Grüße <img src="cid:logo"></p>'),
    text: expect.stringContaining("Grüße"),
    attachments: [
      { filename: "logo.png", mimeType: "image/png", contentId: "<logo>", disposition: "inline" },
      { filename: "größe.csv", mimeType: "text/csv", disposition: "attachment" },
    ],
  });
  expect(parsed.headers).toContainEqual(expect.objectContaining({ key: "x-campaign", value: "spring" }));
  expect(parsed.attachments[0]?.content).toBe(logo.toString("base64"));
  expect(sent).toEqual({ id: "<m-1@example.com>", date: expect.stringMatching(/^\d{4}-.*Z$/) });
});

test("a plain html mail is one part, with neither text part nor empty address fields", async () => {
  const { account, received } = await startServer();
  await send(mail, account, context);
  expect(received[0]?.raw).toMatch(/^Content-Type: text\/html/m);
  expect(received[0]?.raw).not.toMatch(/multipart|^(cc|bcc|reply-to):/im);
});

test("a second attempt carries the same Message-ID", async () => {
  const { account, received } = await startServer();
  await send(mail, account, context);
  await send(mail, account, context);
  const ids = received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
  expect(ids).toEqual(["<m-1@example.com>", "<m-1@example.com>"]);
});

test("an overridden sender decides envelope, header and Message-ID", async () => {
  const { account, received } = await startServer();
  await send({ ...mail, from: "Boss <boss@corp.example>", senderName: "The Boss" }, account, context);
  expect(received[0]?.from).toBe("boss@corp.example");
  expect(await PostalMime.parse(received[0]?.raw ?? "")).toMatchObject({
    from: { name: "The Boss", address: "boss@corp.example" },
    messageId: "<m-1@corp.example>",
  });
});

test("it logs in only when user and password are both set", async () => {
  const { account, received } = await startServer();
  await send(mail, { ...account, user: "ann", password: "right" }, context);
  await send(mail, { ...account, user: "ann" }, context);
  expect(received.map(({ user }) => user)).toEqual(["ann", undefined]);
});

test("a wrong password is CREDENTIAL, and is not repeated although the server repeats it", async () => {
  const { account } = await startServer();
  const failure = send(mail, { ...account, user: "ann", password: "hu$h" }, context);
  await expect(failure).rejects.toMatchObject({
    class: "CREDENTIAL",
    status: 535,
    response: "535 5.7.8 *** is wrong",
    message: expect.not.stringContaining("hu$h"),
  });
});

test.each([
  [421, "4.3.2 closing", "RETRY", "integration"],
  [450, "4.2.1 busy", "RETRY", "recipient"],
  [451, "4.7.1 greylisted", "RETRY", "recipient"],
  [451, "4.3.0 local error", "RETRY"],
  [452, "4.5.3 too many recipients", "RETRY", "integration"],
  [530, "5.7.0 log in first", "CREDENTIAL"],
  [535, "5.7.8 log in again", "CREDENTIAL"],
  [550, "5.1.1 no such mailbox", "PERMANENT"],
  [552, "5.2.2 mailbox full", "RETRY"],
  [552, "5.3.4 message too big", "PERMANENT"],
  [554, "5.7.1 spam", "PERMANENT"],
])(
  "a refusal with %i %s is %s, for the recipient as for the message",
  async (code, text, errorClass, rate = undefined) => {
    const asRecipient = await startServer({ onRcptTo: (_address, _session, done) => done(refusal(code, text)) });
    await expect(send(mail, asRecipient.account, context)).rejects.toMatchObject({
      class: errorClass,
      status: code,
      rate,
    });
    const asMessage = await startServer({
      onData: (stream, _session, done) => stream.resume().on("end", () => done(refusal(code, text))),
    });
    await expect(send(mail, asMessage.account, context)).rejects.toMatchObject({
      class: errorClass,
      status: code,
      rate,
      retryLimit: undefined,
    });
  },
);

test("a mail that some recipients get counts as sent, with a warning that names the others", async () => {
  const { account, received } = await startServer({
    onRcptTo: ({ address }, _session, done) => (address.startsWith("no") ? done(refusal(550, "unknown")) : done()),
  });
  const sent = await send({ ...mail, to: ["ann@example.net", "nobody@example.net"] }, account, context);
  expect(sent.warning).toBe("The mail server refused nobody@example.net (550 unknown)");
  expect(received[0]?.to).toEqual(["ann@example.net"]);
});

test("a recipient that is held back is named, and is sent the same mail later without the others", async () => {
  const isHeldBack = new Set(["late@example.net"]);
  const { account, received } = await startServer({
    onRcptTo: ({ address }, _session, done) => {
      if (isHeldBack.delete(address)) return done(refusal(451, "4.7.1 Greylisted, please try again in 60 seconds"));
      return address.startsWith("no") ? done(refusal(550, "unknown")) : done();
    },
  });
  const copies = { ...mail, cc: ["late@example.net"], bcc: ["nobody@example.net"] };
  const first = await send(copies, account, context);
  expect(first.later).toEqual({
    addresses: ["late@example.net"],
    response: expect.stringContaining("451 4.7.1 Greylisted"),
    retryAfterSeconds: 60,
  });
  const second = await send({ ...copies, remaining: { addresses: ["late@example.net"] } }, account, context);
  expect(second).toEqual({ id: first.id, date: expect.any(String) });
  expect(received.map(({ to }) => to)).toEqual([["ann@example.net"], ["late@example.net"]]);
  const [one, other] = received.map(({ raw }) => raw.replace(/^Date: .*$/m, ""));
  expect(other).toBe(one);
});

test("a connection lost after the whole mail went out is retried once at most, as it may have arrived", async () => {
  const { server, account } = await startServer({
    onData: (stream) => {
      stream.resume().on("end", () => {
        for (const connection of server.connections) connection.close();
      });
    },
  });
  await expect(send(mail, account, context)).rejects.toMatchObject({ class: "RETRY", retryLimit: 1 });
});

test("a server that is not there is RETRY without doubt", async () => {
  const { server, account } = await startServer();
  await new Promise<void>((resolve) => server.close(resolve));
  await expect(send(mail, account, context)).rejects.toMatchObject({
    class: "RETRY",
    retryLimit: undefined,
    message: `Mail server 127.0.0.1:${account.port} cannot be reached: ECONNREFUSED`,
  });
});

test("mails of one integration share a connection, which is closed when it stands idle", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  let connections = 0;
  const hangUp = new EventTarget();
  const closed = once(hangUp, "closed");
  const { account } = await startServer({
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onClose: () => hangUp.dispatchEvent(new Event("closed")),
  });
  for (const id of ["1", "2", "3"]) await send({ ...mail, id }, account, context);
  expect(connections).toBe(1);
  vi.advanceTimersByTime(30_000);
  await closed;
});

test("after an idle time the next mail goes over a new connection", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { account, received, server } = await startServer();
  await send(mail, account, context);
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(server.connections.size).toBe(0), 10_000);
  await send({ ...mail, id: "m-2" }, account, context);
  expect(received).toHaveLength(2);
});

test("closing a session hangs up", async () => {
  const { account, server } = await startServer();
  await send(mail, account, context);
  expect(server.connections.size).toBe(1);
  await (await openSession(account, context)).close();
  await vi.waitFor(() => expect(server.connections.size).toBe(0), 10_000);
});

test("TLS options count as text or object, on a secure connection", async () => {
  const { account, received } = await startServer({ secure: true });
  const secure = { ...account, secure: true };
  await send(mail, { ...secure, tlsOptions: { ca: TEST_CERTIFICATE } }, context);
  await send(mail, { ...secure, secure: "true", tlsOptions: '{"rejectUnauthorized":false}' }, context);
  expect(received).toHaveLength(2);
});

test("a certificate that nobody vouches for is CREDENTIAL, and no mail passes", async () => {
  const { account, received } = await startServer({ secure: true });
  const failure = send(mail, { ...account, secure: true }, context);
  await expect(failure).rejects.toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("self-signed") });
  expect(received).toEqual([]);
});

test("a server without STARTTLS is CREDENTIAL where TLS is required", async () => {
  const { account } = await startServer();
  await expect(send(mail, { ...account, requireTls: true }, context)).rejects.toMatchObject({
    class: "CREDENTIAL",
  });
});

test("an untrusted STARTTLS is not used when TLS is ignored", async () => {
  const { account, received } = await startServer({ disabledCommands: [] });
  await send(mail, { ...account, ignoreTls: true }, context);
  expect(received).toHaveLength(1);
});

test.each([{ socket: null }, { path: "/run/docker.sock" }, { host: "10.0.0.1" }])(
  "TLS options cannot redirect the connection: %j",
  (tlsOptions) => {
    const stored = { host: "mail.example.com", port: 465, from: "a@example.com", senderName: "A", tlsOptions };
    expect(parseCredentials(nodemailer, stored)).toMatchObject({ ok: false, problems: [{ field: "tlsOptions" }] });
  },
);

test("mails are signed when domain, key and selector of DKIM are all set", async () => {
  const { account, received } = await startServer();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const secretKey = privateKey.export({ type: "pkcs8", format: "pem" });
  const dkim = { ...account, domain: "example.com", secretKey, accountSid: "s1" };
  await send(mail, dkim, context);
  await send(mail, { ...dkim, accountSid: "" }, context);
  expect(received[0]?.raw).toMatch(/^DKIM-Signature: .*d=example\.com;.*s=s1;/s);
  expect(received[1]?.raw).not.toContain("DKIM-Signature");
});

test("a signature covers both headers by which a reader unsubscribes", async () => {
  const { account, received } = await startServer();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const secretKey = privateKey.export({ type: "pkcs8", format: "pem" });
  const unsubscribeUrl = "https://belfry.example.com/unsubscribe";
  await send({ ...mail, unsubscribeUrl }, { ...account, domain: "example.com", secretKey, accountSid: "s1" }, context);
  const [, signed = ""] = /^DKIM-Signature:.*?\sh=([^;]+);/ms.exec(received[0]?.raw ?? "") ?? [];
  expect(signed.replace(/\s/g, "").split(":")).toEqual(
    expect.arrayContaining(["list-unsubscribe", "list-unsubscribe-post"]),
  );
});

test.each(["127.0.0.1", "localhost", "2130706433"])("%s is refused unless private hosts are allowed", async (host) => {
  const { account, received } = await startServer();
  const strict = { ...context, allowPrivateHosts: false };
  const refused = { class: "CREDENTIAL", message: expect.stringContaining("private network") };
  await expect(send(mail, { ...account, host }, strict)).rejects.toMatchObject(refused);
  await expect(check({ ...account, host }, strict)).rejects.toMatchObject(refused);
  expect(received).toEqual([]);
});

test("a check logs in without sending anything", async () => {
  const { account, received } = await startServer();
  await check({ ...account, user: "ann", password: "right" }, context);
  await expect(check({ ...account, user: "ann", password: "wrong" }, context)).rejects.toMatchObject({
    class: "CREDENTIAL",
  });
  expect(received).toEqual([]);
});

test("a check names the host that cannot be resolved", async () => {
  const account = { host: "mail.nowhere.invalid", port: 25, from: "a@example.com", senderName: "A" };
  await expect(check(account, context)).rejects.toThrow('Host "mail.nowhere.invalid" cannot be resolved');
});

test("a send that its caller gives up ends with the caller's reason", async () => {
  const { account } = await startServer({ onData: (stream) => stream.resume() });
  const controller = new AbortController();
  const sending = send(mail, account, { ...context, signal: controller.signal });
  const reason = new Error("run cancelled");
  setTimeout(() => controller.abort(reason), 50);
  await expect(sending).rejects.toBe(reason);
});

test("a send that its caller gives up hangs up at once, and the next mail gets a new connection", async () => {
  const controller = new AbortController();
  let connections = 0;
  const { account, received, server } = await startServer({
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith("slow")) controller.abort(new Error("run cancelled"));
      else done();
    },
  });
  const slow = { ...mail, to: ["slow@example.net"] };
  await expect(send(slow, account, { ...context, signal: controller.signal })).rejects.toThrow("run cancelled");
  await vi.waitFor(() => expect(server.connections.size).toBe(0), 10_000);
  await send({ ...mail, id: "m-2" }, account, context);
  expect([connections, received.length]).toEqual([2, 1]);
});

test("mails wait for a silent server over one connection, which ends when nobody waits", async () => {
  const { account, connections } = await startSilentServer();
  const controllers = Array.from({ length: 40 }, () => new AbortController());
  const sends = controllers.map(({ signal }, i) =>
    send({ ...mail, id: `s-${i}` }, account, { ...context, signal }).catch(String),
  );
  await vi.waitFor(() => expect(connections.size).toBe(1), 10_000);
  const healthy = await startServer();
  await send(mail, healthy.account, context);
  expect(healthy.received).toHaveLength(1);
  for (const controller of controllers) controller.abort("given up");
  expect(new Set(await Promise.all(sends))).toEqual(new Set(["given up"]));
  await vi.waitFor(() => expect(connections.size).toBe(0), 10_000);
});

test("a silent server is RETRY without doubt for every mail that waits, when its greeting is overdue", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { account } = await startSilentServer();
  const failures: unknown[] = [];
  for (const id of ["1", "2", "3"]) {
    send({ ...mail, id }, account, context).catch((error) => failures.push(error));
  }
  await vi.waitFor(() => {
    // Again and again, as the time begins when the connection is open.
    vi.advanceTimersByTime(15_000);
    expect(failures).toHaveLength(3);
  }, 10_000);
  expect(failures).toEqual(
    failures.map(() => expect.objectContaining({ class: "RETRY", status: undefined, retryLimit: undefined })),
  );
});

test("many mails share ten connections, and each arrives once", async () => {
  let most = 0;
  const { server, account, received } = await startServer({
    onMailFrom: (_address, _session, done) => {
      most = Math.max(most, server.connections.size);
      setTimeout(done, 5);
    },
  });
  const ids = Array.from({ length: 60 }, (_, i) => `m-${i}`);
  await Promise.all(ids.map((id) => send({ ...mail, id }, account, context)));
  expect(most).toBe(10);
  const arrived = received.map(({ raw }) => /^Message-ID: <(.*)@/im.exec(raw)?.[1]);
  expect(arrived.sort()).toEqual(ids.sort());
});

test("a server that takes fewer connections gets the mails over those", async () => {
  const { server, account, received } = await startServer({
    onConnect: (_session, done) => (server.connections.size > 2 ? done(refusal(421, "too many connections")) : done()),
    onMailFrom: (_address, _session, done) => setTimeout(done, 5),
  });
  await Promise.all(Array.from({ length: 20 }, (_, i) => send({ ...mail, id: `m-${i}` }, account, context)));
  expect(received).toHaveLength(20);
});

test("a server that refuses every connection with a reply is RETRY without doubt", async () => {
  const { account } = await startServer({ onConnect: (_session, done) => done(refusal(421, "come back later")) });
  await expect(send(mail, account, context)).rejects.toMatchObject({
    class: "RETRY",
    status: 421,
    retryLimit: undefined,
  });
});

test("a connection goes on after a refused mail", async () => {
  let connections = 0;
  const { account, received } = await startServer({
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: ({ address }, _session, done) => (address.startsWith("no") ? done(refusal(550, "unknown")) : done()),
  });
  await expect(send({ ...mail, to: ["no@example.net"] }, account, context)).rejects.toThrow("unknown");
  await send({ ...mail, id: "m-2" }, account, context);
  expect([connections, received.length]).toEqual([1, 1]);
});

test("a mail that meets a connection which the server has ended meanwhile goes over a new one", async () => {
  let mails = 0;
  const { account, received } = await startServer({
    onMailFrom: (_address, _session, done) => (++mails === 2 ? done(refusal(421, "enough for now")) : done()),
  });
  await send(mail, account, context);
  await send({ ...mail, id: "m-2" }, account, context);
  expect(received).toHaveLength(2);
});

test("lines that begin with a dot arrive as they are", async () => {
  const { account, received } = await startServer();
  await send({ ...mail, html: ".\n..\n.hidden\n" }, account, context);
  expect((await PostalMime.parse(received[0]?.raw ?? "")).html).toBe(".\n..\n.hidden\n");
});

/** Accepts connections and sends nothing. */
async function startSilentServer() {
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => connections.delete(socket));
    socket.resume();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    account: { host: "127.0.0.1", port: address.port, from: "shop@example.com", senderName: "Shop" },
    connections,
  };
}
