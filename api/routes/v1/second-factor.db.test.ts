import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterAll, expect, test } from "vitest";
import { hashPassword } from "#db/password-hash.ts";
import { auditLogs } from "#db/schema/accounts/audit-logs.ts";
import { members } from "#db/schema/accounts/members.ts";
import { users } from "#db/schema/accounts/users.ts";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { bearer, PASSWORD, peopleApi } from "#test/support/people-api.ts";
import { signedIn } from "#test/support/sign-in.ts";
import { removeSecondFactorOf } from "../../services/people/second-factor.ts";

const api = await peopleApi();
const { db, call } = api;
afterAll(() => api.close());

type Headers = Record<string, string>;
const begin = (headers: Headers, currentPassword = PASSWORD) =>
  call("POST", "/users/second-factor", { headers, body: { currentPassword } });
const confirm = (headers: Headers, code: string) =>
  call("POST", "/users/second-factor/confirm", { headers, body: { code } });
const remove = (headers: Headers, code: string, currentPassword = PASSWORD) =>
  call("POST", "/users/second-factor/remove", { headers, body: { code, currentPassword } });
const answer = (challenge: string, code: string) => call("POST", "/auth/second-factor", { body: { challenge, code } });
const account = async (headers: Headers) => (await call("GET", "/users/me", { headers })).body.data;

/** The code of an application so many steps of 30 s from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function member() {
  const environment = await createTestEnvironment(db);
  const { userId, email } = environment;
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where(eq(users.id, userId));
  return { ...environment, email, headers: await signedIn(db, userId) };
}

/** A member with a second factor, whose last code was that of a step before. */
async function secured() {
  const person = await member();
  const { secret } = (await begin(person.headers)).body.data;
  const { recoveryCodes } = (await confirm(person.headers, codeOf(secret, -1))).body.data;
  return { ...person, secret, recoveryCodes: recoveryCodes as string[] };
}

test("a second factor is begun by the password and counts once a code has confirmed it; other sessions end", async () => {
  const { headers, userId, email } = await member();
  const elsewhere = await signedIn(db, userId);
  expect((await begin(headers, "Wrong-pass-1")).status).toBe(401);
  const begun = await begin(headers);
  const { secret, uri } = begun.body.data;
  expect([begun.status, uri]).toEqual([201, expect.stringMatching(/^otpauth:\/\/totp\/Belfry:.*secret=/)]);
  expect((await api.login(email)).body.data).toEqual({ token: expect.any(String) });
  expect((await confirm(headers, "000000")).status).toBe(401);
  const confirmed = await confirm(headers, codeOf(secret));
  expect(confirmed).toMatchObject({ status: 201, body: { data: { recoveryCodes: expect.any(Array) } } });
  expect(new Set(confirmed.body.data.recoveryCodes).size).toBe(10);
  expect(await account(headers)).toMatchObject({ hasSecondFactor: true });
  expect((await call("GET", "/users/me", { headers: elsewhere })).status).toBe(401);
  expect((await begin(headers)).status).toBe(409);
  const [stored] = await db.select().from(users).where(eq(users.id, userId));
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(JSON.stringify(stored)).not.toContain(confirmed.body.data.recoveryCodes[0]);
});

test("a sign-in asks for a code, which is taken once; the challenge is no token", async () => {
  const { email, secret, userId } = await secured();
  const signedIn = await api.login(email);
  expect([signedIn.status, signedIn.body.data]).toEqual([201, { challenge: expect.any(String) }]);
  const { challenge } = signedIn.body.data;
  expect((await call("GET", "/users/me", { headers: bearer(challenge) })).status).toBe(401);
  expect((await answer(challenge, "000000")).status).toBe(401);
  const code = codeOf(secret);
  const answers = await Promise.all([answer(challenge, code), answer(challenge, code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
  const token = answers.find(({ status }) => status === 201)?.body.data.token;
  expect(await account(bearer(token))).toMatchObject({ _id: userId });
  expect((await answer(challenge, codeOf(secret, -1))).status).toBe(401);
  for (const forged of [`${challenge}x`, token]) expect((await answer(forged, codeOf(secret, 1))).status).toBe(401);
});

test("five wrong codes block further ones, and stand in the audit log", async () => {
  const { email, secret, organizationId } = await secured();
  const { challenge } = (await api.login(email)).body.data;
  for (let n = 0; n < 5; n += 1) await answer(challenge, "000000");
  expect(await answer(challenge, codeOf(secret))).toMatchObject({
    status: 401,
    body: { message: expect.stringContaining("Account blocked") },
  });
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.organizationId, organizationId));
  expect(entries.filter(({ action }) => action === "session.refused")).toHaveLength(5);
  expect(entries.filter(({ action }) => action === "session.blocked")).toHaveLength(1);
});

test("a recovery code is taken once in place of a code", async () => {
  const { email, recoveryCodes } = await secured();
  const [first = "", second = ""] = recoveryCodes;
  const { challenge } = (await api.login(email)).body.data;
  expect((await answer(challenge, first.toUpperCase())).status).toBe(201);
  expect((await answer(challenge, first)).status).toBe(401);
  expect((await answer(challenge, second.replace("-", " "))).status).toBe(201);
});

test("a reset of the password does not skip the second factor, and voids challenges from before", async () => {
  const { email, secret } = await secured();
  const { challenge } = (await api.login(email)).body.data;
  await call("POST", "/auth/reset/request", { body: { email } });
  const reset = { token: await api.mailedToken(email), password: "Other-pass-1" };
  expect((await call("POST", "/auth/reset", { body: reset })).body.data).toEqual({ challenge: expect.any(String) });
  expect((await answer(challenge, codeOf(secret))).status).toBe(401);
});

test("recovery codes are replaced by the password and a code: the ones before end, and the change is noted without them", async () => {
  const { headers, email, secret, recoveryCodes, organizationId } = await secured();
  const renew = (code: string, currentPassword = PASSWORD) =>
    call("POST", "/users/second-factor/recovery-codes", { headers, body: { code, currentPassword } });
  const [first = "", second = ""] = recoveryCodes;
  expect((await renew(codeOf(secret), "Wrong-pass-1")).status).toBe(401);
  expect((await renew("000000")).status).toBe(401);
  expect(await account(headers)).toMatchObject({ recoveryCodesLeft: 10 });

  const renewed = await renew(first);
  const fresh: string[] = renewed.body.data.recoveryCodes;
  expect([renewed.status, new Set([...fresh, ...recoveryCodes]).size]).toEqual([201, 20]);
  const { challenge } = (await api.login(email)).body.data;
  expect((await answer(challenge, second)).status).toBe(401);
  expect((await answer(challenge, fresh[0] ?? "")).status).toBe(201);
  expect(await account(headers)).toMatchObject({ recoveryCodesLeft: 9 });
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.organizationId, organizationId));
  expect(JSON.stringify(entries)).toContain("replaced");
  expect(JSON.stringify(entries)).not.toContain(fresh[1]);
});

test("somebody without a second factor has no recovery codes to replace", async () => {
  const { headers } = await member();
  const body = { code: "000000", currentPassword: PASSWORD };
  expect((await call("POST", "/users/second-factor/recovery-codes", { headers, body })).status).toBe(409);
  expect(await account(headers)).not.toHaveProperty("recoveryCodesLeft");
});

test("an operator switches it off for somebody who has lost it: sessions end, and the audit log says so", async () => {
  const { headers, email, organizationId } = await secured();
  const operator = { address: "", userAgent: "npm run admin", requestId: randomUUID() };
  const origin = { ...operator, planLimits: "off" as const, encryptionKey: testConfig.encryptionKey };
  await removeSecondFactorOf(db, origin, ` ${email.toUpperCase()}`);
  expect((await call("GET", "/users/me", { headers })).status).toBe(401);
  expect((await api.login(email)).body.data).toEqual({ token: expect.any(String) });
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.organizationId, organizationId));
  // No member has done it.
  expect(entries.find(({ userAgent }) => userAgent === "npm run admin")).toMatchObject({
    action: "user.updated",
    entityName: email,
    actor: "operator",
    userId: null,
  });
  await expect(removeSecondFactorOf(db, origin, email)).rejects.toThrow("has no second factor");
  await expect(removeSecondFactorOf(db, origin, "nobody@example.com")).rejects.toThrow("there is no person");
});

test("it is removed by the password and a code; a sign-in needs none then", async () => {
  const { headers, email, secret } = await secured();
  expect((await remove(headers, "000000")).status).toBe(401);
  expect((await remove(headers, codeOf(secret), "Wrong-pass-1")).status).toBe(401);
  expect((await remove(headers, codeOf(secret))).status).toBe(204);
  expect((await api.login(email)).body.data).toEqual({ token: expect.any(String) });
  // It is off already.
  expect((await remove(headers, "000000")).status).toBe(204);
});

test("an organisation that demands a second factor shows nothing to members without one, who can set it up", async () => {
  const { headers, organizationId, environmentId, ...owner } = await secured();
  const without = await member();
  const demand = (by: Headers, demandsSecondFactor = true) =>
    call("PATCH", "/organizations", { headers: by, body: { name: "Strict", demandsSecondFactor } });
  expect(await demand(without.headers)).toMatchObject({
    status: 400,
    body: { message: [expect.stringContaining("your own account")] },
  });
  expect((await demand(headers)).status).toBe(200);
  const joined = { organizationId, userId: without.userId, roles: ["member"], status: "active" as const };
  await db.insert(members).values(joined);
  const inside = await signedIn(db, without.userId, organizationId);
  const read = () => call("GET", "/subscribers", { headers: { ...inside, "novu-environment-id": environmentId } });
  expect(await read()).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("second factor"), code: "second_factor_demanded" },
  });
  const { secret } = (await begin(inside)).body.data;
  expect((await confirm(inside, codeOf(secret))).status).toBe(201);
  expect((await read()).status).toBe(200);
  // Keys are of applications, which have none.
  expect((await call("GET", "/environments/me", { headers: bearerOfKey(owner.apiKey) })).status).toBe(200);
});

const bearerOfKey = (key: string) => ({ authorization: `ApiKey ${key}` });
