import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MemberRole } from "#contract/constants/statuses.ts";
import { ADMIN, KEY, ORGANIZATION_MEMBER, SUBSCRIBER } from "#contract/schemas/access.ts";
import { members } from "#db/schema/accounts/members.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";
import { signedIn } from "#test/support/sign-in.ts";

const server = await testApp();
const { app, db } = server;
let environment: TestEnvironment;
beforeAll(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(() => server.close());

app.get("/v1/test/admins", { config: { access: [ADMIN] } }, async ({ scope, caller }) => ({ scope, caller }));
app.get("/v1/test/key-or-admin", { config: { access: [KEY, ADMIN] } }, async ({ scope, caller }) => ({
  scope,
  caller,
}));
app.get("/v1/test/inbox-or-member", { config: { access: [ORGANIZATION_MEMBER, SUBSCRIBER] } }, async (request) => ({
  scope: request.scope,
  caller: request.caller,
}));

const get = async (url: string, headers: Record<string, string>) => {
  const reply = await app.inject({ url: `/v1/test/${url}`, headers });
  return { status: reply.statusCode, body: reply.json() };
};

async function token(roles: MemberRole[], { userId }: TestEnvironment) {
  const headers = await signedIn(db, userId);
  await db.update(members).set({ roles }).where(eq(members.userId, userId));
  return headers;
}

const here = () => ({ "novu-environment-id": environment.environmentId });

test("a member needs a role with the permission that the route names, as they are stored and not as the token says", async () => {
  const refused = await get("admins", { ...(await token(["member"], environment)), ...here() });
  expect(refused).toMatchObject({
    status: 403,
    body: { error: "Forbidden", message: expect.stringContaining("permission environment.limit") },
  });
  const { status, body } = await get("admins", { ...(await token(["admin"], environment)), ...here() });
  expect(status).toBe(200);
  expect(body).toEqual({
    scope: environment.scope,
    caller: expect.objectContaining({
      kind: "member",
      userId: environment.userId,
      sessionId: expect.any(String),
      roles: ["admin"],
    }),
  });
});

test("the name of a scheme is the same in any case", async () => {
  for (const scheme of ["ApiKey", "apikey", "APIKEY"]) {
    expect(await get("key-or-admin", { authorization: `${scheme} ${environment.apiKey}` })).toMatchObject({
      status: 200,
    });
  }
  expect(await get("key-or-admin", { authorization: `Basic ${environment.apiKey}` })).toMatchObject({
    status: 401,
    body: { message: 'Invalid authentication scheme: "Basic"' },
  });
});

test("a role is asked for before an environment, which the route needs", async () => {
  expect((await get("admins", await token(["member"], environment))).status).toBe(403);
  const { status, body } = await get("admins", await token(["admin"], environment));
  expect([status, body.message]).toEqual([400, ["environmentId should not be empty"]]);
});

test("a key of an environment passes where keys are named, in its own environment whatever the header says", async () => {
  const headers = { ...environment.headers, "novu-environment-id": environment.productionEnvironmentId };
  expect(await get("admins", headers)).toMatchObject({ status: 401, body: { message: "API endpoint not available" } });
  expect(await get("key-or-admin", headers)).toMatchObject({
    status: 200,
    body: {
      scope: environment.scope,
      caller: { kind: "key", environmentId: environment.environmentId, userId: environment.userId, roles: ["admin"] },
    },
  });
});

test("an organisation key acts in Development, or in the environment of its organisation that the header names", async () => {
  const stranger = await createTestEnvironment(db);
  const scopeIn = async (id?: string) => {
    const named = id === undefined ? {} : { "novu-environment-id": id };
    const { status, body } = await get("key-or-admin", { ...environment.organizationHeaders, ...named });
    return [status, body.scope];
  };
  expect(await scopeIn()).toEqual([200, environment.scope]);
  expect(await scopeIn(environment.productionEnvironmentId)).toEqual([200, environment.productionScope]);
  expect(await scopeIn(stranger.environmentId)).toEqual([401, undefined]);
});

test("a route that names several kinds of callers takes each, by its own token", async () => {
  const subscriber = await createTestSubscriber(db, environment.scope);
  expect(await get("inbox-or-member", subscriber.headers)).toMatchObject({
    status: 200,
    body: { scope: environment.scope, caller: { kind: "subscriber", id: subscriber.id } },
  });
  const { status, body } = await get("inbox-or-member", await token(["member"], environment));
  expect([status, body.scope]).toEqual([200, { organizationId: environment.organizationId }]);
  expect((await get("inbox-or-member", environment.headers)).status).toBe(401);
});
