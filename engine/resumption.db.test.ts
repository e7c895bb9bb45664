import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { Resumption } from "#contract/resumptions.ts";
import { data } from "#contract/schemas/common.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { addIntegration, addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { startWhole, type Whole } from "#test/support/whole.ts";
import { resumptionExecutionId } from "./ids.ts";

// API, worker, Temporal and Postgres together: a mail server goes away, another one takes over, and what failed goes on later.

const MANY = 400;

let whole: Whole;
let sink: MailSink;
beforeAll(async () => {
  [whole, sink] = [await startWhole(), await startMailSink({ addressesOnly: true })];
});
afterAll(async () => {
  await whole.stop();
  await sink.stop();
});

const mail = aStep("email", { subject: "x", contentType: "customHtml", content: "<p>x</p>" });
const members = (count: number, email = true) =>
  Array.from({ length: count }, (_, i) => ({ subscriberId: `m${i}`, ...(email && { email: `m${i}@example.com` }) }));

/** A server that refuses to work: it closes each connection as soon as it is made. */
async function brokenServer(): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => socket.end("421 closing\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { port: address.port, close: () => server.close() };
}

const resumptionIn = ({ body }: { body: unknown }): Resumption => data(Resumption).parse(body).data;

async function finished(id: string): Promise<Resumption> {
  const read = async () => resumptionIn(await whole.call("GET", `/notifications/resumptions/${id}`));
  await expect.poll(async () => (await read()).state, { timeout: 30_000, interval: 50 }).toBe("completed");
  return read();
}

test("a broadcast through a mail server that goes away reaches everybody once, through the next one", async () => {
  const { db, environment } = whole;
  const broken = await brokenServer();
  await storeSubscribers(db, environment.scope, members(MANY));
  await addSmtpServer(db, environment.scope, broken.port);
  const credentials = { host: "127.0.0.1", port: sink.port, from: "b@belfry.example", senderName: "B" };
  await addIntegration(db, environment.scope, {
    channel: "email",
    providerId: "nodemailer",
    identifier: "next",
    credentials,
  });
  const { identifier: name } = await aWorkflow(db, environment, [mail]);
  await whole.broadcast({ name, transactionId: "failover" });
  await expect.poll(() => sink.taken(), { timeout: 60_000, interval: 100 }).toBe(MANY);
  expect(new Set(sink.counts().values())).toEqual(new Set([1]));
  await expect.poll(async () => (await whole.status("failover")).state, { timeout: 20_000 }).toBe("completed");
  expect((await whole.status("failover")).jobs).toEqual({ completed: MANY });
  const [row] = await db.$client<{ attempts: number; switched: number }[]>`
    select count(*)::int as attempts, count(*) filter (where detail = ${DETAILS.providerFailedOver})::int as switched
    from execution_details where is_retry and environment_id = ${environment.environmentId}`;
  // Most of them never tried the first one.
  expect(row?.switched).toBeGreaterThan(0);
  broken.close();
}, 120_000);

test("all runs that match are resumed by an execution of their own, and their progress can be read", async () => {
  const { db, environment } = whole;
  sink.forget();
  const { identifier: name } = await aWorkflow(db, environment, [mail, aStep("in_app")]);
  await db.$client`update subscribers set email = null where environment_id = ${environment.environmentId}`;
  await whole.broadcast({ name, transactionId: "to-resume" });
  await expect.poll(async () => (await whole.status("to-resume")).state, { timeout: 30_000 }).toBe("completed");
  expect((await whole.status("to-resume")).jobs).toEqual({ failed: MANY, completed: MANY });
  await storeSubscribers(db, environment.scope, members(MANY));
  const selection = { filter: { channels: ["email"], transactionId: "to-resume" }, version: "current" };
  const resumption = resumptionIn(await whole.call("POST", "/notifications/resumptions", selection));
  expect(resumption).toMatchObject({ state: "counting", total: 0 });
  expect(await finished(resumption._id)).toMatchObject({ total: MANY, done: MANY, failed: 0, skipped: 0 });
  await whole.client.workflow.getHandle(resumptionExecutionId(resumption._id)).result();
  await expect.poll(() => sink.taken(), { timeout: 30_000, interval: 100 }).toBe(MANY);
  await expect
    .poll(async () => (await whole.status("to-resume")).jobs, { timeout: 20_000 })
    .toEqual({ completed: 2 * MANY });
  expect(new Set(sink.counts().values())).toEqual(new Set([1]));
}, 120_000);
