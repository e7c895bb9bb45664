import { afterAll, afterEach, beforeEach, vi } from "vitest";
import type { EventRef } from "#engine/refs.ts";
import { startBridge, type TestBridge } from "./bridge.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "./environment.ts";
import { createEventRunner } from "./run-event.ts";

/** How an event finds its workflow: one that was synced before, or one at the bridge that the trigger names. */
export type Finding = "stateful" | "stateless";

/** An API, a runner of its events, and for each test an environment with a bridge of its own. */
export async function bridgedApi() {
  const api = await testApp();
  const { db } = api;
  const runner = createEventRunner(db);
  let environment: TestEnvironment;
  let bridge: TestBridge;
  beforeEach(async () => {
    // The framework says there what it does, and what has failed in a workflow's code.
    vi.spyOn(console, "log").mockImplementation(() => {});
    vi.spyOn(console, "error").mockImplementation(() => {});
    environment = await createTestEnvironment(db);
    bridge = await startBridge(environment.apiKey, []);
  });
  afterEach(() => bridge.close());
  afterAll(async () => {
    await runner.close();
    await api.close();
  });

  async function call(method: "GET" | "POST" | "PUT" | "PATCH", url: string, payload?: object) {
    const { headers } = environment;
    const reply = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json() };
  }
  const sync = () => call("POST", "/v1/bridge/sync", { bridgeUrl: bridge.url });

  return {
    api,
    db,
    runner,
    call,
    sync,
    bridge: () => bridge,
    environment: () => environment,
    /** Triggers a workflow of the bridge; the event is accepted. */
    async trigger(finding: Finding, event: object): Promise<EventRef> {
      if (finding === "stateful" && (await sync()).status !== 201) throw new Error("The sync was refused");
      const named = finding === "stateless" ? { bridgeUrl: bridge.url } : {};
      const { status, body } = await call("POST", "/v1/events/trigger", { to: "ada", ...named, ...event });
      if (status !== 201) throw new Error(`The trigger was refused: ${JSON.stringify(body)}`);
      const { transactionId } = body.data;
      const [row] = await db.$client`select id from events where transaction_id = ${transactionId}`;
      return { ...environment.scope, eventId: row?.id, transactionId };
    },
    jobsOf: async ({ eventId }: EventRef) =>
      (
        await db.$client`select j.type, j.status from jobs j join runs r on r.id = j.run_id
          where r.event_id = ${eventId} order by r.created_at, r.id, j.position`
      ).map(({ type, status }) => `${type} ${status}`),
    detailsOf: async ({ eventId }: EventRef) =>
      (
        await db.$client`select d.detail, d.status, d.raw from execution_details d join runs r on r.id = d.run_id
          where r.event_id = ${eventId} order by d.created_at`
      ).map(({ detail, status, raw }) => ({ detail, status, raw: raw && JSON.parse(raw) })),
    messagesOf: async ({ eventId }: EventRef) =>
      (await db.$client`select * from messages where event_id = ${eventId} order by created_at`).map((row) => ({
        channel: row.channel,
        subject: row.subject,
        content: row.content,
        cta: row.cta,
        actor: row.actor,
        data: row.data,
        status: row.status,
        id: row.id,
      })),
  };
}
