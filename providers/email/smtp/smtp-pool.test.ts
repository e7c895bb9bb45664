import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test, vi } from "vitest";
import type { SmtpSettings } from "./smtp-connection.ts";
import { SmtpPool } from "./smtp-pool.ts";

const mailTo = (address: string) => async () => ({
  envelope: { from: "shop@example.com", to: [address] },
  content: Buffer.from("Subject: Hi\r\n\r\nHi\r\n"),
  messageId: "<m-1@example.com>",
});

/** A pool to a mail server on a port of its own. */
async function poolTo(options: SMTPServerOptions, times: Partial<SmtpSettings> = {}) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 50,
    ...options,
  });
  server.on("error", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  const pool = new SmtpPool({ options: { host: "127.0.0.1", port: address.port }, allowPrivateHosts: true, ...times });
  onTestFinished(() => {
    vi.useRealTimers();
    pool.close();
    server.close();
  });
  return { pool, server };
}

/** A server that keeps the mails to whoever is called slow until they are let go. */
function withSlowAnswers() {
  const waiting: (() => void)[] = [];
  const options: SMTPServerOptions = {
    onData: (stream, { envelope }, done) => {
      const isSlow = envelope.rcptTo[0]?.address.startsWith("slow");
      stream.resume().on("end", () => (isSlow ? waiting.push(() => done()) : done()));
    },
  };
  return { waiting, options };
}

test("a server may be silent after the content for longer than in mid-conversation", async () => {
  const { pool } = await poolTo(
    { onData: (stream, _session, done) => stream.resume().on("end", () => setTimeout(done, 700)) },
    { silenceMs: 300, answerMs: 10_000 },
  );
  await pool.send(mailTo("ann@example.net"));
  // The connection is as impatient as before.
  await pool.send(mailTo("ben@example.net"));
});

test("a server that is silent in mid-conversation is left without doubt", async () => {
  const { pool } = await poolTo(
    { onRcptTo: (_address, _session, done) => setTimeout(done, 700) },
    { silenceMs: 300, answerMs: 10_000 },
  );
  await expect(pool.send(mailTo("ann@example.net"))).rejects.toMatchObject({ class: "RETRY", retryLimit: undefined });
});

test("a server that never answers to the content is tried once more at most", async () => {
  const { waiting, options } = withSlowAnswers();
  const { pool } = await poolTo(options, { answerMs: 100 });
  await expect(pool.send(mailTo("slow@example.net"))).rejects.toMatchObject({ class: "RETRY", retryLimit: 1 });
  expect(waiting).toHaveLength(1);
});

test("mails that wait for an answer leave the connections to others, of which there are ten again afterwards", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { waiting, options } = withSlowAnswers();
  const { pool, server } = await poolTo(options);
  const slow = Array.from({ length: 10 }, (_, i) => pool.send(mailTo(`slow-${i}@example.net`)));
  await vi.waitFor(() => expect(waiting).toHaveLength(10), 10_000);
  const others = Array.from({ length: 5 }, (_, i) => pool.send(mailTo(`ann-${i}@example.net`)));
  expect(server.connections.size).toBe(10);
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(others);
  for (const answer of waiting) answer();
  await Promise.all(slow);
  await vi.waitFor(() => expect(server.connections.size).toBeLessThanOrEqual(10), 10_000);
});

test("a connection that is open only when the slow ones have been answered is one too many", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { waiting, options } = withSlowAnswers();
  const greetings: (() => void)[] = [];
  let connections = 0;
  const { pool, server } = await poolTo({
    ...options,
    onConnect: (_session, done) => {
      connections += 1;
      if (connections > 10) greetings.push(() => done());
      else done();
    },
  });
  const slow = Array.from({ length: 10 }, (_, i) => pool.send(mailTo(`slow-${i}@example.net`)));
  await vi.waitFor(() => expect(waiting).toHaveLength(10), 10_000);
  const other = pool.send(mailTo("ann@example.net"));
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(greetings).toHaveLength(1), 10_000);
  for (const answer of waiting) answer();
  await Promise.all([...slow, other]);
  for (const greet of greetings) greet();
  await vi.waitFor(() => expect(server.connections.size).toBe(10), 10_000);
  expect(connections).toBe(11);
});

test("a mail that gets no connection is tried later, without doubt", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { waiting, options } = withSlowAnswers();
  const { pool, server } = await poolTo({
    ...options,
    onConnect: (_session, done) =>
      server.connections.size > 1 ? done(Object.assign(new Error("one is enough"), { responseCode: 421 })) : done(),
  });
  pool.send(mailTo("slow@example.net")).catch(() => undefined);
  await vi.waitFor(() => expect(waiting).toHaveLength(1), 10_000);
  const failed = pool.send(mailTo("ann@example.net")).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failed).toMatchObject({ class: "RETRY", retryLimit: undefined, rate: undefined });
});
