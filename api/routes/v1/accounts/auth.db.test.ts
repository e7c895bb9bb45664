import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyUserToken } from "#api/tokens.ts";
import { hashPassword } from "#db/password-hash.ts";
import { createOrganization } from "#db/queries/organizations/organizations.ts";
import { ensureUser } from "#db/queries/users/users.ts";
import { auditLogs } from "#db/schema/accounts/audit-logs.ts";
import { loginAttempts } from "#db/schema/accounts/login-attempts.ts";
import { sessions } from "#db/schema/accounts/sessions.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";

let api: Awaited<ReturnType<typeof testApp>>;
let passwordHash: string;
beforeAll(async () => {
  api = await testApp();
  passwordHash = await hashPassword("Right-pass-1");
});
afterAll(() => api.close());

/** A person with the password `Right-pass-1`. */
async function person() {
  const email = `${randomUUID()}@example.com`;
  return ensureUser(api.db, { firstName: "Ada", lastName: null, email, passwordHash });
}

async function login(email: string, password: string) {
  const reply = await api.app.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}

async function failTimes(email: string, times: number) {
  const texts: string[] = [];
  for (let n = 0; n < times; n += 1) texts.push((await login(email, "wrong")).body.message);
  return texts;
}

test("a sign-in answers a token for the person's first organisation, which no cache keeps", async () => {
  const { id, email } = await person();
  const first = await api.db.transaction((transaction) =>
    createOrganization(transaction, {
      name: "First",
      creatorId: id,
      config: testConfig,
    }),
  );
  await api.db.transaction((transaction) =>
    createOrganization(transaction, { name: "Second", creatorId: id, config: testConfig }),
  );
  const { status, body, headers } = await login(email.toUpperCase(), "Right-pass-1");
  expect(status).toBe(201);
  expect(headers["cache-control"]).toBe("no-store");
  expect(Object.keys(body.data)).toEqual(["token"]);
  expect(await verifyUserToken(body.data.token, testConfig.secret)).toMatchObject({
    _id: id,
    email,
    firstName: "Ada",
    organizationId: first.organization.id,
    roles: ["admin"],
  });
  const me = await api.app.inject({ url: "/v1/users/me", headers: { authorization: `Bearer ${body.data.token}` } });
  expect(me.json().data).toMatchObject({ _id: id, email, hasPassword: true });
});

test("an unknown address and a wrong password get the same answers after about the same time, up to the block", async () => {
  const { email } = await person();
  const refusals = async (address: string) => {
    const texts: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const started = performance.now();
      const { status, body } = await login(address, "Wrong-pass-1");
      expect(performance.now() - started).toBeGreaterThanOrEqual(89);
      texts.push(`${status} ${body.error}: ${body.message}`);
    }
    return texts;
  };
  const known = await refusals(email);
  expect(known[0]).toBe("401 Unauthorized: Incorrect email or password provided.");
  expect(known[5]).toContain("Account blocked");
  expect(await refusals(`${randomUUID()}@example.com`)).toEqual(known);
});

test("the fifth failure in a row blocks the account, also for the right password", async () => {
  const { email } = await person();
  const incorrect = "Incorrect email or password provided.";
  const texts = await failTimes(email, 5);
  expect(texts.slice(0, 4)).toEqual([
    incorrect,
    incorrect,
    `${incorrect} 2 Attempts left`,
    `${incorrect} 1 Attempts left`,
  ]);
  expect(texts[4]).toContain("Account blocked");
  const right = await login(email, "Right-pass-1");
  expect(right.status).toBe(401);
  expect(right.body.message).toMatch(/Account blocked.* 5 minutes/);
});

test("five minutes after the last failure the account opens again with a fresh count", async () => {
  const { email } = await person();
  await failTimes(email, 5);
  await api.db
    .update(loginAttempts)
    .set({ lastAttemptAt: new Date(Date.now() - 5 * 60_000) })
    .where(eq(loginAttempts.emailHash, hashSecret(`${email} 127.0.0.1`)));
  expect(await failTimes(email, 1)).toEqual(["Incorrect email or password provided."]);
  expect((await login(email, "Right-pass-1")).status).toBe(201);
});

test("a success forgets the failures before it", async () => {
  const { email } = await person();
  await failTimes(email, 4);
  expect((await login(email, "Right-pass-1")).status).toBe(201);
  expect(await failTimes(email, 1)).toEqual(["Incorrect email or password provided."]);
});

/** Signs in from another address. */
async function loginFrom(remoteAddress: string, email: string, password: string) {
  const reply = await api.app.inject({
    method: "POST",
    url: "/v1/auth/login",
    payload: { email, password },
    remoteAddress,
  });
  return { status: reply.statusCode, message: reply.json().message };
}

test("a stranger's failures block the stranger, and not the owner elsewhere; the block is noted once", async () => {
  const { email, id } = await person();
  await api.db.transaction((transaction) =>
    createOrganization(transaction, { name: "First", creatorId: id, config: testConfig }),
  );
  for (let n = 0; n < 8; n += 1) await loginFrom("203.0.113.9", email, "Wrong-pass-1");
  expect(await loginFrom("203.0.113.9", email, "Right-pass-1")).toMatchObject({
    status: 401,
    message: expect.stringContaining("Account blocked"),
  });
  expect(await loginFrom("198.51.100.7", email, "Right-pass-1")).toMatchObject({ status: 201 });
  const entries = await api.db.select().from(auditLogs).where(eq(auditLogs.userId, id));
  expect(entries.filter(({ action }) => action === "session.blocked")).toHaveLength(1);
});

test("failures from many origins block the others, but not where the owner is signed in", async () => {
  const { email } = await person();
  expect((await loginFrom("2001:db8:0:1::5", email, "Right-pass-1")).status).toBe(201);
  await api.db
    .insert(loginAttempts)
    .values({ emailHash: hashSecret(email), attempts: 50, lastAttemptAt: new Date(), expireAt: new Date() });
  expect((await loginFrom("203.0.113.9", email, "Right-pass-1")).message).toContain("Account blocked");
  // Another address of the same network.
  expect((await loginFrom("2001:db8:0:1::77", email, "Right-pass-1")).status).toBe(201);
});

test("a token that is renewed ends with its session, 30 days after the sign-in", async () => {
  const { email } = await person();
  const { body } = await login(email, "Right-pass-1");
  const signedIn = decodeJwt(body.data.token);
  const expireAt = new Date(Date.now() + 60_000);
  await api.db
    .update(sessions)
    .set({ expireAt })
    .where(eq(sessions.id, String(signedIn.sessionId)));
  const headers = { authorization: `Bearer ${body.data.token}` };
  const renewed = await api.app.inject({ url: "/v1/auth/refresh", headers });
  expect(decodeJwt(renewed.json().data).exp).toBe(Math.floor(expireAt.getTime() / 1_000));
  const [row] = await api.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, String(signedIn.sessionId)));
  expect(row?.expireAt).toEqual(expireAt);
});

test("many sign-ins at once try no more passwords than one after the other could", async () => {
  const { email } = await person();
  const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, "wrong")));
  const tried = answers.filter(({ body }) => body.message.startsWith("Incorrect"));
  expect(tried).toHaveLength(4);
});

test("a person without a password is sent to the service that they signed up with", async () => {
  const { email } = await createTestEnvironment(api.db);
  const { status, body } = await login(email, "Right-pass-1");
  expect(status).toBe(400);
  expect(body.message).toContain("GitHub");
});

test("address and password are both needed", async () => {
  const { status, body } = await login("nowhere", "");
  expect(status).toBe(400);
  expect(body.message).toEqual(["email must be an email", "password should not be empty"]);
});
