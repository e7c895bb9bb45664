import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";

const CLIENTS = 500;
const MAX_GROWTH_BYTES = 400 * 1024 * 1024;

const { api, environment } = await apiWithRunner();
const { app, db } = api;

interface Answer {
  status: number;
  body: { data?: unknown };
}

/** A client with one connection, which it keeps. */
function aClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (method: string, path: string, payload?: object) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = { ...environment.headers, ...(payload && { "content-type": "application/json" }) };
      const sent = request({ host: "127.0.0.1", port, agent, method, headers, path: `/v1${path}` }, (reply) => {
        const parts: Buffer[] = [];
        reply.on("data", (part: Buffer) => parts.push(part));
        reply.on("end", () =>
          resolve({ status: reply.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString() || "{}") }),
        );
        reply.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(payload && JSON.stringify(payload));
    });
  return { call, close: () => agent.destroy() };
}

/** The greatest growth of the heap during the work, in bytes. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().heapUsed;
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().heapUsed);
  }, 50);
  await work().finally(() => clearInterval(timer));
  return highest - before;
}

test("500 clients at once lose nothing, do nothing twice, and meet no failure of the server", async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  let connections = 0;
  app.server.on("connection", () => {
    connections += 1;
  });
  const { identifier: name } = await aWorkflow(db, environment, [aStep("in_app")]);
  const reader = await createTestSubscriber(db, environment.scope);
  const messages = await storeMessages(
    db,
    environment.scope,
    reader.id,
    Array.from({ length: CLIENTS }, () => ({})),
  );
  const inbox = `/subscribers/${reader.subscriberId}`;
  const clients = messages.map((messageId, index) => ({
    ...aClient(Number(new URL(app.listeningOrigin).port)),
    messageId,
    index,
  }));
  const statuses = new Map<string, number>();
  const noted = async (what: string, answer: Promise<Answer>): Promise<Answer> => {
    const { status, body } = await answer;
    const key = `${what} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    return { status, body };
  };

  const growth = await growthDuring(async () => {
    await Promise.all(
      clients.map(async ({ call, messageId, index }) => {
        const to = `client-${index}`;
        const trigger = (transactionId: string) =>
          noted("trigger", call("POST", "/events/trigger", { name, to, transactionId, payload: { index } }));
        const steps = [
          () => noted("upsert", call("POST", "/subscribers", { subscriberId: `shared-${index % 10}`, firstName: to })),
          () => trigger(`own-${index}`),
          () => noted("mark", call("POST", `${inbox}/messages/mark-as`, { messageId, markAs: "read" })),
          () => noted("feed", call("GET", `${inbox}/notifications/feed?limit=5`)),
        ];
        await noted("upsert", call("POST", "/subscribers", { subscriberId: to, firstName: "Ada" }));
        await noted("join", call("POST", "/topics/crowd/subscribers", { subscribers: [to] }));
        // Not all of them do the same at the same time.
        for (let step = 0; step < steps.length; step += 1) await steps[(index + step) % steps.length]?.();
        // Two clients send the same event.
        await trigger(`pair-${Math.floor(index / 2)}`);
        if (index % 2 === 0) {
          await noted("leave", call("POST", "/topics/crowd/subscribers/removal", { subscribers: [to] }));
        }
      }),
    );
  });
  for (const { close } of clients) close();

  expect(Object.fromEntries(statuses)).toEqual({
    "upsert 201": 2 * CLIENTS,
    "join 200": CLIENTS,
    "leave 204": CLIENTS / 2,
    "trigger 201": 2 * CLIENTS,
    "mark 201": CLIENTS,
    "feed 200": CLIENTS,
  });
  expect(connections).toBe(CLIENTS);
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);

  const { environmentId } = environment;
  const [stored] = await db.$client`
    select
      (select count(*)::int from events where environment_id = ${environmentId} and transaction_id like 'own-%') as own,
      (select count(*)::int from events where environment_id = ${environmentId} and transaction_id like 'pair-%') as pairs,
      (select count(*)::int from subscribers where environment_id = ${environmentId} and subscriber_id like 'client-%') as clients,
      (select count(*)::int from subscribers where environment_id = ${environmentId} and subscriber_id like 'shared-%') as shared,
      (select count(*)::int from messages where environment_id = ${environmentId} and read) as read`;
  expect(stored).toEqual({ own: CLIENTS, pairs: CLIENTS / 2, clients: CLIENTS, shared: 10, read: CLIENTS });
  const executed = api.started.map(({ event }) => event.transactionId);
  expect(new Set(executed).size).toBe(CLIENTS * 1.5);
  const { payload } = await app.inject({ url: "/v1/topics/crowd", headers: environment.headers });
  const odd = clients.filter(({ index }) => index % 2 === 1).map(({ index }) => `client-${index}`);
  expect([...JSON.parse(payload).data.subscribers].sort()).toEqual(odd.sort());
}, 60_000);
