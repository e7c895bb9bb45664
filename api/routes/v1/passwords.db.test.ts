import { randomUUID } from "node:crypto";
import { hashSync } from "bcryptjs";
import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { hashPassword } from "#db/password-hash.ts";
import { findUser } from "#db/queries/users/users.ts";
import { passwordResets } from "#db/schema/accounts/password-resets.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { createLogger } from "#telemetry/logger.ts";
import { testApp, testConfig } from "#test/support/environment.ts";
import { bearer, PASSWORD, peopleApi } from "#test/support/people-api.ts";
import { aPerson, signedIn } from "#test/support/sign-in.ts";

const api = await peopleApi();
const { db, call, login } = api;
const passwordHash = await hashPassword(PASSWORD);
afterAll(() => api.close());

const NEW = "Other-pass-2";
const request = (email: string, src?: string) =>
  call("POST", `/auth/reset/request${src ? `?src=${src}` : ""}`, { body: { email } });
const reset = (token: string, password = NEW) => call("POST", "/auth/reset", { body: { token, password } });
const person = () => aPerson(db, { passwordHash });

/** Moves what an address asked for into the past. */
const age = (email: string, milliseconds: number) =>
  db
    .update(passwordResets)
    .set({ createdAt: new Date(Date.now() - milliseconds), expireAt: new Date(Date.now() + 7 * DAY - milliseconds) })
    .where(eq(passwordResets.emailHash, hashSecret(email)));
const DAY = 86_400_000;

test("a mailed link sets a new password once, and signs in", async () => {
  const { email, id } = await person();
  expect(await request(email.toUpperCase())).toMatchObject({ status: 201, body: { data: { success: true } } });
  const token = await api.mailedToken(email);
  expect(api.sink.mailsTo(email)[0]?.text).toContain(`${testConfig.publicUrl}/auth/reset/${token}`);
  const rows = await db.select().from(passwordResets).where(eq(passwordResets.userId, id));
  expect(JSON.stringify(rows)).not.toContain(token);
  const done = await reset(token);
  expect(done.status).toBe(201);
  expect((await call("GET", "/users/me", { headers: bearer(done.body.data.token) })).body.data).toMatchObject({
    email,
  });
  expect((await login(email, NEW)).status).toBe(201);
  expect((await login(email)).status).toBe(401);
  expect(await reset(token)).toMatchObject({ status: 400, body: { error: "Bad Request" } });
});

test("a new password by a link ends all sessions and the block after failed sign-ins", async () => {
  const { email, id } = await person();
  const headers = await signedIn(db, id);
  for (let n = 0; n < 5; n += 1) await login(email, "wrong");
  await request(email);
  await reset(await api.mailedToken(email));
  expect((await call("GET", "/users/me", { headers })).status).toBe(401);
  expect((await login(email, NEW)).status).toBe(201);
});

test("of two uses of one link at once, one sets its password", async () => {
  const { email } = await person();
  await request(email);
  const token = await api.mailedToken(email);
  const passwords = ["First-pass-1", "Second-pass-1"];
  const uses = await Promise.all(passwords.map((password) => reset(token, password)));
  expect(uses.map(({ status }) => status).sort()).toEqual([201, 400]);
});

test("an address that nobody has is answered and limited like any other, and gets no mail", async () => {
  const unknown = `${randomUUID()}@example.com`;
  const { email } = await person();
  for (const address of [unknown, email]) {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await request(address)).status);
    expect([address, statuses]).toEqual([address, [201, 201, 201, 201, 201, 401]]);
  }
  const answers = await Promise.all([request(unknown), request(email)]);
  expect(answers[0].body.message).toMatch(/after a minute\.$/);
  expect(answers[1].body.message).toBe(answers[0].body.message);
  await api.mailedToken(email, 5);
  expect(api.sink.mailsTo(unknown)).toEqual([]);
});

test("an address asks five times in a minute and fifteen times in a day, and again when these are over", async () => {
  const { email } = await person();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 5; n += 1) expect((await request(email)).status).toBe(201);
    await age(email, 61_000);
  }
  const refused = await request(email);
  expect([refused.status, refused.body.message]).toEqual([401, expect.stringMatching(/after 24 hours\.$/)]);
  await age(email, DAY + 1_000);
  expect((await request(email)).status).toBe(201);
});

test("many requests at once are no more than one after the other", async () => {
  const { email } = await person();
  const answers = await Promise.all(Array.from({ length: 12 }, () => request(email)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
});

test("only the last link counts, and none after seven days", async () => {
  const { email } = await person();
  await request(email);
  const first = await api.mailedToken(email);
  await request(email);
  const second = await api.mailedToken(email, 2);
  expect((await reset(first)).status).toBe(400);
  await age(email, 20 * DAY);
  expect((await reset(second)).status).toBe(400);
  await age(email, 6 * DAY);
  expect((await reset(second)).status).toBe(201);
});

test("somebody without a password is led to the profile to choose the first one", async () => {
  const { email } = await aPerson(db);
  expect((await request(email, "USER_PROFILE")).status).toBe(201);
  const token = await api.mailedToken(email);
  expect(api.sink.mailsTo(email)[0]?.text).toContain(`/settings/profile?token=${token}&view=password`);
  expect((await reset(token)).status).toBe(201);
  expect((await request(email, "elsewhere")).status).toBe(400);
});

test("a link is refused with a password that the policy forbids, and stays valid", async () => {
  const { email } = await person();
  await request(email);
  const token = await api.mailedToken(email);
  const weak = await reset(token, "weak");
  expect([weak.status, weak.body.message]).toEqual([400, [expect.stringContaining("must have 8 to 64 characters")]]);
  expect((await reset(token)).status).toBe(201);
  expect((await reset("no token")).body.message).toEqual(["token must be a UUID"]);
});

test("in production without a mail server the answer says what to configure, whoever the address is", async () => {
  const production = await testApp({ db, config: { ...testConfig, mode: "production" } });
  const { email } = await person();
  for (const address of [email, `${randomUUID()}@example.com`]) {
    const reply = await production.app.inject({
      method: "POST",
      url: "/v1/auth/reset/request",
      payload: { email: address },
    });
    expect([reply.statusCode, reply.json().message]).toEqual([503, expect.stringContaining("BELFRY_SMTP_URL")]);
  }
  await production.close();
});

test("in development without a mail server the link is in the log, without the person's address", async () => {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: "info" }, { write: (line) => lines.push(line) });
  const local = await testApp({ db, logger });
  const { email } = await person();
  const call = { method: "POST", url: "/v1/auth/reset/request", payload: { email } } as const;
  expect((await local.app.inject(call)).statusCode).toBe(201);
  const link = await vi.waitFor(() => {
    const found = /auth\/reset\/([0-9a-f-]{36})/.exec(lines.join("\n"))?.[1];
    if (!found) throw new Error("no link is in the log");
    return found;
  }, 10_000);
  expect(lines.join("\n")).not.toContain(email);
  expect((await reset(link)).status).toBe(201);
  await local.close();
});

test("a mail that cannot be sent changes no answer, and the next request sends another one", async () => {
  const { email } = await person();
  api.sink.refuseOnce(email, 550);
  expect((await request(email)).status).toBe(201);
  expect((await request(email)).status).toBe(201);
  expect((await reset(await api.mailedToken(email))).status).toBe(201);
});

const change = (headers: Record<string, string>, body: object) =>
  call("POST", "/auth/update-password", {
    headers,
    body: { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW, ...body },
  });

test("a person who gives the current password changes it, and keeps only this session", async () => {
  const { id, email } = await person();
  const [here, elsewhere] = [await signedIn(db, id), await signedIn(db, id)];
  await request(email);
  const link = await api.mailedToken(email);
  expect(await change(here, {})).toMatchObject({ status: 204, body: undefined });
  expect((await call("GET", "/users/me", { headers: here })).status).toBe(200);
  expect((await call("GET", "/users/me", { headers: elsewhere })).status).toBe(401);
  expect((await login(email, NEW)).status).toBe(201);
  // A link that was mailed before is of no use any more.
  expect((await reset(link)).status).toBe(400);
});

test("a wrong current password is refused and counts as a failed sign-in", async () => {
  const { id, email } = await person();
  const headers = await signedIn(db, id);
  for (let n = 0; n < 5; n += 1) expect((await change(headers, { currentPassword: "wrong" })).status).toBe(401);
  expect((await change(headers, {})).body.message).toContain("Account blocked");
  expect((await login(email)).body.message).toContain("Account blocked");
});

test("a change is refused when the new passwords differ or are weak, and for somebody without a password", async () => {
  const headers = await signedIn(db, (await person()).id);
  expect((await change(headers, { confirmPassword: "Third-pass-3" })).status).toBe(400);
  const weak = await change(headers, { newPassword: "weak", confirmPassword: "weak" });
  expect([weak.status, weak.body.message]).toEqual([400, [expect.stringContaining("must have 8 to 64")]]);
  const without = await change(await signedIn(db, (await aPerson(db)).id), {});
  expect(without).toMatchObject({ status: 400, body: { message: expect.stringContaining("no password") } });
});

test("a hash by bcrypt admits its owner and is replaced by one of Argon2id at the sign-in", async () => {
  const { id, email } = await aPerson(db, { passwordHash: hashSync(PASSWORD, 4) });
  expect((await login(email, "wrong")).status).toBe(401);
  expect((await findUser(db, id))?.passwordHash).toMatch(/^\$2/);
  expect((await login(email)).status).toBe(201);
  expect((await findUser(db, id))?.passwordHash).toMatch(/^\$argon2id\$/);
  expect((await login(email)).status).toBe(201);
});

test("a sign-in by a password that is being changed opens no session that outlives the change", async () => {
  const { id, email } = await person();
  const headers = await signedIn(db, id);
  const [changed, ...signIns] = await Promise.all([change(headers, {}), login(email), login(email), login(email)]);
  expect(changed.status).toBe(204);
  for (const { status, body } of signIns) {
    if (status !== 201) continue;
    expect((await call("GET", "/users/me", { headers: bearer(body.data.token) })).status).toBe(401);
  }
});
