import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { INBOUND_FILES_MAX, INBOUND_MAIL_MAX_BYTES, INBOUND_RECIPIENTS_MAX } from "#contract/constants/inbound-mail.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { createLogger } from "#telemetry/logger.ts";
import { type DnsServer, startDnsServer } from "#test/support/dns-server.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { signed, signingKey } from "#test/support/signed-mail.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "#test/support/tls-certificate.ts";
import { type InboundMailDeps, startInboundMail } from "./listen.ts";

// Replies arrive by SMTP: a mail is taken when it is to a reply address, and answered with 250 once it is stored.

const db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
const logger = createLogger({ logLevel: "silent" });

let environment: TestEnvironment;
/** Reply addresses of two recipients of one email, and those of all. */
let addresses: [string, string];
let all: string[];
/** Of the event that they belong to. */
const transactionId = `Order-ABC-${randomUUID()}`;
let server: Awaited<ReturnType<typeof startInboundMail>>;
let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer();
  const sink = await startMailSink();
  const runner = createEventRunner(db);
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
  await db.$client`
    update environments set inbound_parse_domain = 'reply.example.com', mx_record_configured = true
    where id = ${environment.environmentId}`;
  const template = { contentType: "customHtml" as const, content: "Hi", subject: "Order" };
  const replyCallback = { active: true, url: "http://localhost:1/replies" };
  const workflow = await aWorkflow(db, environment, [aStep("email", template, { replyCallback })]);
  const names = ["ada", "bob", ...Array.from({ length: INBOUND_RECIPIENTS_MAX - 1 }, (_, number) => `s${number}`)];
  const to = names.map((name) => ({ subscriberId: name, email: `${name}@example.com` }));
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to, transactionId });
  await runner.toEnd(ref);
  const addressOf = (name: string) => sink.mailsTo(`${name}@example.com`)[0]?.replyTo?.[0]?.address ?? "";
  addresses = [addressOf("ada"), addressOf("bob")];
  all = names.map(addressOf);
  await runner.close();
  await sink.stop();
});
afterAll(async () => {
  await dns.stop();
  await closeDatabase(db);
});
beforeEach(async () => {
  dns.forget();
  await db.$client`delete from inbound_mails`;
  server = await start();
});
afterEach(() => server.stop());

const settings = { host: "127.0.0.1", port: 0, tls: null, checksSender: false };

const start = (overrides: Partial<InboundMailDeps> = {}) =>
  startInboundMail({
    db,
    engine: fakeEngine().engine,
    logger,
    mailHost: "mail.belfry.example",
    settings,
    nameServers: [dns.address],
    ...overrides,
    limits: { stopMs: 100, ...overrides.limits },
  });

interface Stored {
  from: { address: string }[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, unknown>;
  attachments: { fileName: string; length: number; content?: string; isOmitted?: boolean }[];
  attachmentsOmitted?: number;
  envelopeTo: { address: string }[];
  dkim: string;
  dkimDomains: string[];
  spf: string;
}

const stored = async (): Promise<Stored[]> =>
  (await db.$client<{ mail: Stored }[]>`select mail from inbound_mails order by created_at`).map(({ mail }) => mail);

/** Sends a mail as a mail server does. Rejects with the server's answer. */
async function send(to: string | string[], mail: SendMailOptions = {}, envelopeFrom = "bob@example.com") {
  const transport = createTransport({ host: "127.0.0.1", port: server.port, tls: { rejectUnauthorized: false } });
  try {
    return await transport.sendMail({
      from: "bob@example.com",
      text: "Thanks",
      ...mail,
      envelope: { from: envelopeFrom, to },
    });
  } finally {
    transport.close();
  }
}

/** The code that a mail is refused with. */
const refused = (sending: Promise<unknown>): Promise<number | undefined> =>
  sending.then(
    () => undefined,
    (error: { responseCode?: number }) => error.responseCode,
  );

/** A client that speaks SMTP line by line. */
async function dial(): Promise<{ socket: Socket; say(line: string): Promise<string>; answer(): Promise<string> }> {
  const socket = createConnection(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const answer = () =>
    vi.waitFor(
      () => {
        const lines = text.split("\r\n");
        const last = lines.findIndex((line) => /^\d{3} /.test(line));
        if (last === -1 && !socket.destroyed && !socket.readableEnded) throw new Error(`no answer yet: ${text}`);
        const said = lines.slice(0, last + 1).join("\n");
        text = lines.slice(last + 1).join("\r\n");
        return said;
      },
      { timeout: 15_000, interval: 5 },
    );
  const dialled = {
    socket,
    answer,
    say: (line: string) => {
      socket.write(`${line}\r\n`);
      return answer();
    },
  };
  await once(socket, "connect");
  return dialled;
}

/** A client that has come to the point where the mail itself is sent. */
async function atData(to = addresses[0]) {
  const client = await dial();
  await client.answer();
  await client.say("EHLO client.example.com");
  await client.say("MAIL FROM:<bob@example.com>");
  await client.say(`RCPT TO:<${to}>`);
  expect(await client.say("DATA")).toMatch(/^354/);
  return client;
}

test("a reply is stored with its text, html, files and envelope, and the engine is asked to pass it on", async () => {
  await server.stop();
  const { engine, inbound } = fakeEngine();
  server = await start({ engine });
  const attachments = [{ filename: "grüße.txt", content: "hello" }];
  await send(addresses[1], {
    subject: "Re: Örder",
    html: "<p>Thanks <b>a lot</b></p><p>Bob &amp; Co</p>",
    text: "",
    attachments,
  });
  const [mail] = await stored();
  expect(mail).toMatchObject({
    from: [{ address: "bob@example.com" }],
    subject: "Re: Örder",
    text: "Thanks a lot\nBob & Co",
    attachments: [{ fileName: "grüße.txt", length: 5, content: Buffer.from("hello").toString("base64") }],
    envelopeFrom: { address: "bob@example.com" },
    envelopeTo: [{ address: addresses[1] }],
    connection: { remoteAddress: "127.0.0.1", secure: false },
  });
  expect(inbound.woken).toBe(1);
});

test("a text without html has html that shows the same", async () => {
  await send(addresses[0], { text: "1 < 2\nBob" });
  expect((await stored())[0]?.html).toBe("<p>1 &lt; 2<br>Bob<br></p>");
});

test("a mail to several reply addresses is stored for each, and none of them learns of the others", async () => {
  await send([...addresses, addresses[0]]);
  expect((await stored()).map(({ envelopeTo }) => envelopeTo[0]?.address).sort()).toEqual([...addresses].sort());
});

describe("whether a reply is its sender's", () => {
  const mail = "From: bob@example.com\r\nSubject: Re\r\n\r\nThanks\r\n";
  const key = signingKey();

  test("is stored with it: by a signature, and by the address that the mail comes from", async () => {
    dns.text("s1._domainkey.example.com", key.record);
    dns.text("example.com", "v=spf1 ip4:127.0.0.1 -all");
    await send([...addresses], { raw: await signed(mail, { key }) });
    const proven = { dkim: "pass", dkimDomains: ["example.com"], spf: "pass" };
    expect(await stored()).toMatchObject([proven, proven]);
  });

  test("is stored as failed without a proof", async () => {
    dns.text("example.com", "v=spf1 -all");
    await send(addresses[0], { raw: mail });
    expect(await stored()).toMatchObject([{ dkim: "failed", dkimDomains: [], spf: "failed" }]);
  });

  test("is stored as failed when no server of names answers, and the mail is taken", async () => {
    dns.silence("*");
    const raw = await signed(mail, { key });
    const begun = performance.now();
    await Promise.all([send(addresses[0], { raw }), send(addresses[1], { raw })]);
    // A thread that is not through after ten seconds is ended; the threads start for these mails.
    expect(performance.now() - begun).toBeLessThan(20_000);
    const unproven = { dkim: "failed", spf: "failed" };
    expect(await stored()).toMatchObject([unproven, unproven]);
  });

  test("is not asked about a mail that is dropped", async () => {
    await send(addresses[0], { raw: await signed(mail, { key }) }, "");
    expect(dns.asked).toEqual([]);
  });
});

describe("the domain of a sender is looked up where the installation says so", () => {
  const sending = () => refused(send(addresses[0]));
  beforeEach(async () => {
    await server.stop();
    server = await start({ settings: { ...settings, checksSender: true }, limits: { lookUpMs: 2_000 } });
  });

  test("and mail of one that takes no mail is refused with 450", async () => {
    expect(await sending()).toBe(450);
    dns.add({ type: "MX", name: "example.com", data: { preference: 10, exchange: "mx.example.com" } });
    expect(await sending()).toBeUndefined();
    expect(await stored()).toHaveLength(1);
  });

  test("and with 451 when no server of names answers", async () => {
    dns.silence("*");
    expect(await sending()).toBe(451);
  });

  test("but not that of a bounce", async () => {
    expect(await refused(send(addresses[0], {}, ""))).toBeUndefined();
    expect(dns.asked).toEqual([]);
  });
});

describe("at the recipient already, a mail is refused", () => {
  test("with 550 when it is for another domain, for no reply address or for an email that does not exist", async () => {
    const client = await dial();
    await client.answer();
    await client.say("EHLO client.example.com");
    await client.say("MAIL FROM:<bob@example.com>");
    const others = [
      "ada@example.com",
      "hello@reply.example.com",
      addresses[0].replace("reply.example.com", "evil.example.com"),
      `parse+${randomUUID().replaceAll("-", "")}-nv-m@reply.example.com`,
      "parse+x-nv-e=1%27@reply.example.com",
    ];
    for (const address of others) expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^550/);
    expect(await client.say("DATA")).toMatch(/^503/);
    client.socket.destroy();
    expect(await stored()).toEqual([]);
  });

  test("but not for being spelled in another way that names the same mailbox", async () => {
    const client = await dial();
    await client.answer();
    await client.say("EHLO client.example.com");
    await client.say("MAIL FROM:<bob@example.com>");
    const [local, domain] = addresses[0].split("@");
    const older = `parse+${transactionId}-nv-e=${environment.environmentId}`;
    const others = [
      `"${local}"@${domain}`,
      `"parse\\+${local?.slice("parse+".length)}"@${domain}`,
      `"${older}"@${domain}`,
      `${older}@${domain}`,
      `${older.toLowerCase()}@${domain}`,
      `${older.toUpperCase()}@${domain}`,
      `"${older.toLowerCase()}"@${domain}`,
    ];
    for (const address of others) {
      expect([address, await client.say(`RCPT TO:<${address}>`)]).toEqual([address, expect.stringMatching(/^250/)]);
    }
    client.socket.destroy();
  });

  test("with 452 beyond the recipients of one mail", async () => {
    const client = await dial();
    await client.answer();
    await client.say("EHLO client.example.com");
    await client.say("MAIL FROM:<bob@example.com>");
    for (const address of all.slice(0, INBOUND_RECIPIENTS_MAX))
      expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^250/);
    expect(await client.say(`RCPT TO:<${all.at(-1)}>`)).toMatch(/^452/);
    client.socket.destroy();
  });

  test("with 451 while the database is away", async () => {
    await server.stop();
    const away = openDatabase("postgres://nobody@127.0.0.1:1/none", { poolSize: 1 });
    server = await start({ db: away });
    expect(await refused(send(addresses[0]))).toBe(451);
    await closeDatabase(away);
  });
});

test("nobody can sign in, and TLS is offered with a certificate of the installation alone", async () => {
  const client = await dial();
  expect(await client.answer()).toMatch(/^220 mail\.belfry\.example/);
  const offered = await client.say("EHLO client.example.com");
  expect(offered).not.toMatch(/AUTH|STARTTLS/);
  expect(offered).toContain(`SIZE ${INBOUND_MAIL_MAX_BYTES}`);
  expect(await client.say("AUTH PLAIN AGFkYQBzZWNyZXQ=")).toMatch(/^5/);
  client.socket.destroy();
  await server.stop();

  const folder = mkdtempSync(join(tmpdir(), "belfry-"));
  const [certPath, keyPath] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(certPath, TEST_CERTIFICATE);
  writeFileSync(keyPath, TEST_KEY);
  server = await start({ settings: { ...settings, tls: { certPath, keyPath } } });
  await send(addresses[0]);
  expect(await stored()).toMatchObject([{ connection: { secure: true } }]);
  rmSync(folder, { recursive: true });
});

describe("a mail that is too long is refused with 552", () => {
  test("before it is sent, when its sender says so", async () => {
    const client = await dial();
    await client.answer();
    await client.say("EHLO client.example.com");
    expect(await client.say(`MAIL FROM:<bob@example.com> SIZE=${INBOUND_MAIL_MAX_BYTES + 1}`)).toMatch(/^552/);
    client.socket.destroy();
  });

  test("after it is sent, when the sender says nothing", async () => {
    const client = await atData();
    const line = `${"x".repeat(990)}\r\n`.repeat(1_000);
    for (let sent = 0; sent < INBOUND_MAIL_MAX_BYTES; sent += line.length) client.socket.write(line);
    expect(await client.say(".")).toMatch(/^552/);
    client.socket.destroy();
    expect(await stored()).toEqual([]);
  });
});

describe("a mail that an answer might be answered to without end is taken and not passed on", () => {
  test.each([
    ["a bounce", {}, ""],
    ["the answer of a program", { headers: { "Auto-Submitted": "auto-replied (vacation)" } }, "bob@example.com"],
  ])("%s", async (_kind, mail, sender) => {
    await send(addresses[0], mail, sender);
    expect(await stored()).toEqual([]);
  });

  test("one that a person sent is passed on", async () => {
    await send(addresses[0], { headers: { "Auto-Submitted": "no" } });
    expect(await stored()).toHaveLength(1);
  });

  test("one that has passed fifty servers is refused", async () => {
    const received = Array.from({ length: 51 }, (_, hop) => ({ key: "Received", value: `from hop-${hop}` }));
    expect(await refused(send(addresses[0], { headers: received }))).toBe(554);
  });
});

describe("a hostile mail takes bounded time, and does not end the server", () => {
  const raw = (text: string) => send(addresses[0], { raw: `From: bob@example.com\r\n${text}` });

  test("with parts in each other without end", async () => {
    const depth = 5_000;
    const opened = Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    );
    expect(await refused(raw(opened.join("")))).toBe(554);
  });

  const parts = (count: number) => {
    const part =
      "--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=a\r\n\r\nx\r\n";
    return `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}--b--\r\n`;
  };

  test("with ten thousand parts", async () => {
    expect(await refused(raw(parts(10_000)))).toBe(554);
  });

  test("with hundreds of parts, of which the first ones are passed on and the others counted", async () => {
    await raw(parts(500));
    const [mail] = await stored();
    expect(mail?.attachments).toHaveLength(INBOUND_FILES_MAX);
    expect(mail?.attachmentsOmitted).toBe(500 - INBOUND_FILES_MAX);
  });

  test("with charsets that do not exist, broken encodings and NUL characters", async () => {
    await raw(
      "Subject: =?klingon?B?####?= =?utf-8?Q?=00=FF?=\r\nContent-Type: text/plain; charset=klingon\r\n" +
        "Content-Transfer-Encoding: base64\r\n\r\n//8A!!!!\r\n",
    );
    expect(await stored()).toHaveLength(1);
  });

  test("with more files than are passed on, the larger ones without their content", async () => {
    const attachments = [4, 2, 1].map((megabytes) => ({
      filename: `${megabytes}.bin`,
      content: Buffer.alloc(megabytes * 1024 * 1024, 1),
    }));
    await send(addresses[0], { attachments: attachments.slice(0, 2) });
    const [mail] = await stored();
    expect(mail?.attachments.map(({ fileName, isOmitted = false }) => [fileName, isOmitted])).toEqual([
      ["4.bin", false],
      ["2.bin", true],
    ]);
  });
});

test("an address may have so many connections at once, and one that is silent or open for too long is ended", async () => {
  await server.stop();
  server = await start({ limits: { perAddress: 2, sessionMs: 400 } });
  const [first, second] = [await dial(), await dial()];
  expect([await first.answer(), await second.answer()]).toEqual([
    expect.stringMatching(/^220/),
    expect.stringMatching(/^220/),
  ]);
  const third = await dial();
  expect(await third.answer()).toMatch(/^421/);
  expect(await first.answer()).toMatch(/^421/);
  await vi.waitFor(async () => {
    const next = await dial();
    expect(await next.answer()).toMatch(/^220/);
    next.socket.destroy();
  }, 10_000);
  for (const { socket } of [first, second, third]) socket.destroy();
});

test("mails that arrive at once take bounded memory together: one more is refused for now", async () => {
  await server.stop();
  server = await start({ limits: { bytes: 100_000 } });
  expect(await refused(send(addresses[0], { text: "x".repeat(150_000) }))).toBe(452);
  await send(addresses[0]);
  expect(await stored()).toHaveLength(1);
});

describe("a mail is stored once", () => {
  const source = "From: bob@example.com\r\nSubject: Re\r\n\r\nThanks";

  test("when its sender goes before the answer, and hands it over again", async () => {
    const client = await atData();
    client.socket.end(`${source}\r\n.\r\n`);
    client.socket.destroySoon();
    await vi.waitFor(async () => expect(await stored()).toHaveLength(1), { timeout: 10_000 });
    await send(addresses[0], { raw: source });
    expect(await stored()).toHaveLength(1);
  });

  test("when the server ends between storing it and the answer", async () => {
    await server.stop();
    const { engine } = fakeEngine();
    let reached: () => void = () => undefined;
    const isStored = new Promise<void>((resolve) => {
      reached = resolve;
    });
    // It never answers, as a process that was killed.
    const wakeInboundMail = (): Promise<never> => {
      reached();
      return new Promise(() => undefined);
    };
    const dying = await start({ engine: { ...engine, wakeInboundMail } });
    server = dying;
    const lost = refused(send(addresses[0], { raw: source }));
    await isStored;
    server = await start();
    await send(addresses[0], { raw: source });
    expect(await stored()).toHaveLength(1);
    void dying.stop();
    await lost;
  });

  test("and not at all when its sender goes in the middle of it", async () => {
    const client = await atData();
    client.socket.write("Subject: Re\r\n\r\nThan");
    client.socket.destroy();
    await send(addresses[1]);
    expect((await stored()).map(({ envelopeTo }) => envelopeTo[0]?.address)).toEqual([addresses[1]]);
  });
});

test("a server that stops takes the mail that is being received, and lets nobody wait", async () => {
  await server.stop();
  // Two threads start for the mail.
  server = await start({ limits: { stopMs: 20_000 } });
  const idle = await dial();
  await idle.answer();
  const client = await atData();
  const stopping = server.stop();
  expect(await idle.answer()).toMatch(/^421 4\.3\.2/);
  expect(await client.say("Subject: Re\r\n\r\nThanks\r\n.")).toMatch(/^250/);
  const began = performance.now();
  await stopping;
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await stored()).toHaveLength(1);
  await vi.waitFor(() => expect(idle.socket.readableEnded || idle.socket.destroyed).toBe(true), 10_000);
});
