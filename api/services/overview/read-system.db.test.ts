import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { readMigrationState } from "#db/migration-state.ts";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { signedIn } from "#test/support/sign-in.ts";
import { readSystem, type SystemServices } from "./read-system.ts";

const { app, db } = await testApp();

const warned: object[] = [];
const log = { warn: (fields: object) => warned.push(fields) } as unknown as SystemServices["log"];
const QUEUES = [{ kind: "workflows" as const, backlog: 3, oldestMs: 1_500, workers: 1 }];
const { engine } = fakeEngine({ describeQueues: async () => QUEUES });
const services = { db, engine, serviceAddresses: null, log };
const unknown = (problem: RegExp) => ({ isKnown: false, problem: expect.stringMatching(problem) });

/** The database of the services, of which one statement fails or never ends. */
const without = (table: string, failure: () => Promise<never>): SystemServices["db"] => {
  const client = new Proxy(db.$client, {
    apply: (target, self, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) =>
      strings.join("").includes(table) ? failure() : Reflect.apply(target, self, [strings, ...values]),
  });
  return Object.assign(Object.create(db), { $client: client });
};

test("all parts are read", async () => {
  const { organizationId, scope } = await createTestEnvironment(db);
  await addIntegration(db, scope, { channel: "sms", providerId: "twilio", identifier: "twilio" });
  await db.$client`
    insert into lanes (integration_id, organization_id, environment_id, pace, updated_at)
    select id, organization_id, environment_id, jsonb_build_object('rate', 2.5, 'ratedAt', extract(epoch from now()) * 1000,
      'blockedUntil', extract(epoch from now() + interval '1 hour') * 1000), now()
    from integrations where organization_id = ${organizationId} and identifier = 'twilio'`;
  const processId = "5d1c1f0a-3f2e-4c07-9f1e-0d7d8a5a4b11";
  await db.$client`insert into api_processes (id, seen_at) values (${processId}, now() - interval '10 minutes') on conflict do nothing`;
  const state = await readSystem(services, organizationId);
  expect(state).toMatchObject({
    addresses: null,
    queues: { isKnown: true, queues: QUEUES },
    lanes: {
      lanes: [
        {
          name: expect.any(String),
          perSecond: 2.5,
          waiting: { count: 0, isMore: false },
          dueAt: null,
          blockedUntil: expect.any(String),
        },
      ],
    },
    processes: { processes: expect.arrayContaining([expect.objectContaining({ id: processId, isGone: true })]) },
    migrations: { isKnown: true, pending: [], last: { name: expect.stringMatching(/^\d{4}_/) } },
  });
  const other = await createTestEnvironment(db);
  expect(await readSystem(services, other.organizationId)).toMatchObject({ lanes: { lanes: [] } });
  await db.$client`delete from api_processes where id = ${processId}`;
});

const HANGS = () => sleep(60_000, undefined as never, { ref: false });
const FAILS = () => Promise.reject(new Error("password authentication failed for ada@db.test"));

test.each([
  ["queues", { engine: { describeQueues: HANGS } }, { engine: { describeQueues: FAILS } }],
  ["lanes", { db: without("lane_queues", HANGS) }, { db: without("lane_queues", FAILS) }],
  ["processes", { db: without("api_processes", HANGS) }, { db: without("api_processes", FAILS) }],
  ["migrations", { db: without("__drizzle_migrations", HANGS) }, { db: without("__drizzle_migrations", FAILS) }],
])(
  "%s that hang or fail keep no other part back, and the caller learns no host and no user",
  async (part, hanging, failing) => {
    const { organizationId } = await createTestEnvironment(db);
    const begun = performance.now();
    const states = [
      await readSystem({ ...services, ...hanging }, organizationId, 500),
      await readSystem({ ...services, ...failing }, organizationId, 5_000),
    ];
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(states).toMatchObject([
      { [part]: unknown(/^No answer within 0.5 s/) },
      { [part]: unknown(/^It could not be read/) },
    ]);
    for (const { addresses: _, ...parts } of states) {
      const others = Object.entries(parts).filter(([name]) => name !== part);
      expect(others.map(([, { isKnown }]) => isKnown)).toEqual([true, true, true]);
    }
    expect(JSON.stringify(states)).not.toContain("ada@db.test");
    expect(warned.length).toBeGreaterThan(0);
  },
);

test("a database that lacks a migration says which, and so does one of a later version", async () => {
  const state = await readMigrationState(db);
  expect(state.applied).toBeGreaterThan(0);
  const journal = `${await mkdtemp(`${tmpdir()}/journal-`)}/journal.json`;
  const next = { tag: "9999_next", when: Date.now() + 1_000_000 };
  await writeFile(journal, JSON.stringify({ entries: [next] }));
  expect(await readMigrationState(db, journal)).toMatchObject({
    pending: ["9999_next"],
    last: { name: "of a later version" },
  });
});

test("only who manages the organisation sees it, and no API key does", async () => {
  const { userId, organizationId, headers } = await createTestEnvironment(db);
  const get = (given: Record<string, string>) =>
    app.inject({ method: "GET", url: "/v1/health-check/system", headers: given });
  expect((await get(await signedIn(db, userId, organizationId))).statusCode).toBe(200);
  expect((await get(headers)).statusCode).toBeGreaterThanOrEqual(401);
  expect((await get({})).statusCode).toBe(401);
  await db.$client`update members set roles = '{viewer}' where user_id = ${userId} and organization_id = ${organizationId}`;
  expect((await get(await signedIn(db, userId, organizationId))).statusCode).toBe(403);
});
