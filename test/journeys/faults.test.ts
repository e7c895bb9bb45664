import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { childEnvironment, projectRoot } from "#config.ts";
import { freePort } from "#scripts/ports.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { eventually, isHealthy, type PartName, type Product, startProduct } from "#test/support/processes.ts";
import { createApi, type TestApi } from "#test/support/rest.ts";

// Nothing that was accepted may be lost or delivered twice, whichever process dies. The processes are real and they are
// ended by SIGKILL: no handler runs, no connection is closed.

const RECIPIENTS = 2_000;

let product: Product;
let api: TestApi;
let sql: postgres.Sql;
let sink: MailSink;

beforeAll(async () => {
  [product, sink] = await Promise.all([startProduct(), startMailSink()]);
  api = createApi(product.dev.apiUrl, product.dev.apiKey);
  sql = postgres(product.dev.databaseUrl, { max: 2, onnotice: () => {} });
  await api.useMailSink(sink.port);
  for (let start = 0; start < RECIPIENTS; start += 500) {
    const subscribers = Array.from({ length: 500 }, (_, i) => ({
      subscriberId: `crowd-${start + i}`,
      email: `crowd-${start + i}@example.com`,
    }));
    await api.post("/subscribers/bulk", { subscribers });
  }
  await api.post("/topics/crowd/subscribers", {
    subscribers: Array.from({ length: RECIPIENTS }, (_, i) => `crowd-${i}`),
  });
});

afterAll(async () => {
  await sql?.end();
  await product?.interrupt();
  await sink?.stop();
});

const bell = { template: { type: "in_app", content: "It happened" } };
const mail = {
  template: { type: "email", subject: "It happened", contentType: "customHtml", content: "<p>It happened</p>" },
};
const wait = (amount: number) => ({
  template: { type: "delay", content: "" },
  metadata: { type: "regular", amount, unit: "seconds" },
});
const crowd = { type: "Topic", topicKey: "crowd" };

function kill(name: PartName): void {
  process.kill(product.part(name).pid, "SIGKILL");
}

async function messagesOf(
  transactionId: string,
  channel: "in_app" | "email",
): Promise<{ subscriber: string; messages: number }[]> {
  const rows = await sql`
    select s.subscriber_id as subscriber, count(*)::int as messages
    from messages m join subscribers s on s.id = m.subscriber_id
    where m.transaction_id = ${transactionId} and m.channel = ${channel}
    group by 1`;
  return rows.map((row) => ({ subscriber: String(row.subscriber), messages: Number(row.messages) }));
}

const countOf = async (transactionId: string, channel: "in_app" | "email") =>
  (await messagesOf(transactionId, channel)).length;

const isThrough = (transactionId: string) => async () =>
  (await api.status(transactionId)).state === "completed" || null;

/** Every recipient has one message on each channel, and all mails that reached anybody carry that message's one id. */
async function expectEveryoneServedOnce(transactionId: string): Promise<void> {
  for (const channel of ["in_app", "email"] as const) {
    const served = await messagesOf(transactionId, channel);
    expect(served).toHaveLength(RECIPIENTS);
    expect(served.filter(({ messages }) => messages !== 1)).toEqual([]);
  }
  const ids =
    await sql`select email, identifier from messages where transaction_id = ${transactionId} and channel = 'email'`;
  const wrong = ids.filter(({ email, identifier }) => {
    const attempts = sink.mailsTo(String(email)).filter(({ messageId }) => messageId === identifier);
    return attempts.length === 0;
  });
  expect(wrong).toEqual([]);
  const [open] = await sql`
    select count(*)::int as n from jobs j join runs r on r.id = j.run_id
    where r.transaction_id = ${transactionId} and j.status <> 'completed'`;
  expect(open?.n).toBe(0);
}

/** Distinct message ids under which mails of this event reached each address: more than one would be a second message. */
function messageIdsPerAddress(): number[] {
  const ids = new Map<string, Set<string>>();
  for (const { to, messageId = "" } of sink.all()) {
    const address = to?.[0]?.address ?? "";
    ids.set(address, (ids.get(address) ?? new Set()).add(messageId));
  }
  return [...ids.values()].map((set) => set.size);
}

test("a broadcast outlives kill -9 of API and worker, and of Temporal, in its middle", async () => {
  sink.forget();
  const name = await api.workflow("Crowd", [bell, mail]);
  const transactionId = "fault-broadcast";
  await api.trigger({ name, to: crowd, transactionId });
  await eventually("some messages are there", 60_000, async () => (await countOf(transactionId, "in_app")) > 200);
  kill("Belfry");
  await eventually("API and worker are back", 60_000, () => isHealthy(product.dev.apiUrl));
  await eventually("some mails are out", 60_000, () => sink.all().length > 300);
  kill("Temporal");
  await eventually("the event is through", 150_000, isThrough(transactionId));
  await expectEveryoneServedOnce(transactionId);
  expect(new Set(messageIdsPerAddress())).toEqual(new Set([1]));
});

test("a delay outlives kill -9 of API, worker and Temporal, and ends once", async () => {
  sink.forget();
  const name = await api.workflow("Later", [bell, wait(12), mail]);
  const transactionId = "fault-delay";
  await api.trigger({ name, to: crowd, transactionId });
  await eventually(
    "all have their first message",
    60_000,
    async () => (await countOf(transactionId, "in_app")) === RECIPIENTS,
  );
  expect(await countOf(transactionId, "email")).toBe(0);
  kill("Belfry");
  kill("Temporal");
  await eventually("the event is through", 150_000, isThrough(transactionId));
  await expectEveryoneServedOnce(transactionId);
  expect(new Set(messageIdsPerAddress())).toEqual(new Set([1]));
});

test("Postgres killed in the middle of a broadcast loses and doubles nothing", async () => {
  sink.forget();
  const name = await api.workflow("Database", [bell, mail]);
  const transactionId = "fault-database";
  await api.trigger({ name, to: crowd, transactionId });
  await eventually("some messages are there", 60_000, async () => (await countOf(transactionId, "in_app")) > 200);
  kill("Postgres");
  await eventually("the event is through", 150_000, isThrough(transactionId));
  await expectEveryoneServedOnce(transactionId);
  expect(new Set(messageIdsPerAddress())).toEqual(new Set([1]));
});

test("with processes apart, a killed worker's work is taken up by another, and a killed API's caller may simply ask again", async () => {
  sink.forget();
  const port = await freePort();
  const env = {
    DATABASE_URL: product.dev.databaseUrl,
    TEMPORAL_ADDRESS: product.dev.temporalAddress,
    BELFRY_TASK_QUEUE: "apart",
    BELFRY_DATA_DIR: product.dataDir,
    BELFRY_PORT: String(port),
    BELFRY_LOG_LEVEL: "silent",
  };
  const origin = `http://127.0.0.1:${port}`;
  const running = new Set<ChildProcess>();
  const run = (script: "api" | "worker") => {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", script === "api" ? "api/server.ts" : "engine/worker.ts"],
      {
        cwd: projectRoot,
        env: childEnvironment({ NODE_ENV: undefined, VITEST: undefined, ...env }),
        stdio: "ignore",
      },
    );
    running.add(child);
    return child;
  };
  const end = async (child: ChildProcess) => {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  try {
    const firstWorker = run("worker");
    const firstApi = run("api");
    await eventually("the API answers", 60_000, () => isHealthy(origin));
    const apart = createApi(origin, product.dev.apiKey);
    const name = await apart.workflow("Apart", [bell, mail]);
    const event = { name, to: crowd, transactionId: "fault-apart" };
    // The API dies at some moment around its answer: asking again with the same id is always right.
    const asked = apart.trigger(event).catch(() => undefined);
    await end(firstApi);
    await asked;
    run("api");
    await eventually("the API answers again", 60_000, () => isHealthy(origin));
    await apart.trigger(event);
    await eventually(
      "some messages are there",
      60_000,
      async () => (await countOf(event.transactionId, "in_app")) > 200,
    );
    await end(firstWorker);
    run("worker");
    await eventually("the event is through", 150_000, isThrough(event.transactionId));
    await expectEveryoneServedOnce(event.transactionId);
    expect(new Set(messageIdsPerAddress())).toEqual(new Set([1]));
  } finally {
    await Promise.all([...running].map(end));
  }
});
