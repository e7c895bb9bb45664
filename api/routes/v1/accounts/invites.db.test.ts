import { createHmac, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { MEMBER_ROLES } from "#contract/constants/statuses.ts";
import { findUser } from "#db/queries/users/users.ts";
import { auditLogs } from "#db/schema/accounts/audit-logs.ts";
import { members } from "#db/schema/accounts/members.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { bearer, PASSWORD, peopleApi } from "#test/support/people-api.ts";
import { aMember, aPerson, signedIn } from "#test/support/sign-in.ts";

const api = await peopleApi();
const { db, call } = api;
const invitedOnly = await peopleApi({ db, config: { ...testConfig, registration: "invited" } });
const limited = await peopleApi({ db, config: { ...testConfig, planLimits: "standard" } });
afterAll(async () => {
  await limited.close();
  await invitedOnly.close();
  await api.close();
});

type Headers = Record<string, string>;
const newEmail = () => `${randomUUID()}@example.com`;
const invite = (headers: Headers, body: object, at = api) => at.call("POST", "/invites", { headers, body });
const read = (token: string) => call("GET", `/invites/${token}`);
const accept = (token: string, headers: Headers) => call("POST", `/invites/${token}/accept`, { headers });

async function organization() {
  const environment = await createTestEnvironment(db);
  return { ...environment, admin: await signedIn(db, environment.userId) };
}

/** The members as an admin sees them, without the owner. */
const others = async (headers: Headers) =>
  (await call("GET", "/organizations/members", { headers })).body.data.slice(1);

test("an invited person who has an account reads the invitation and joins, once", async () => {
  const { admin, organizationId, userId } = await organization();
  const person = await aPerson(db);
  const invited = await invite(admin, { email: person.email.toUpperCase(), role: "member" });
  expect(invited).toMatchObject({ status: 201, body: { data: { success: true } } });
  const token = await api.mailedToken(person.email);
  const [mail] = api.sink.mailsTo(person.email);
  expect(mail).toMatchObject({
    subject: "Invitation to an organisation at Belfry",
    text: expect.stringContaining(`${testConfig.publicUrl}/auth/invitation/${token}`),
  });
  // Names are free text: a stranger could send advertisements by them.
  expect(mail?.text).not.toMatch(/Analytical|Ada/);
  expect((await read(token)).body.data).toEqual({
    inviter: { _id: userId, firstName: "Ada", lastName: "Lovelace" },
    email: person.email,
    role: "member",
    organization: { _id: organizationId, name: "Analytical Engines" },
    _userId: person.id,
  });
  const joined = await accept(token, await signedIn(db, person.id));
  expect([joined.status, joined.headers["cache-control"]]).toEqual([201, "no-store"]);
  expect((await call("GET", "/organizations/me", { headers: bearer(joined.body.data) })).body.data).toMatchObject({
    _id: organizationId,
  });
  expect(await others(admin)).toMatchObject([
    {
      _userId: person.id,
      roles: ["member"],
      memberStatus: "active",
      user: { email: person.email },
      invite: { email: person.email, _inviterId: userId, answerDate: expect.any(String) },
    },
  ]);
  for (const again of [await read(token), await accept(token, await signedIn(db, (await aPerson(db)).id))]) {
    expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining("expired") } });
  }
  // The token came by mail.
  expect((await findUser(db, person.id))?.emailVerifiedAt).not.toBeNull();
});

test.each(MEMBER_ROLES)("an invitation names the role of a future %s", async (role) => {
  const { admin } = await organization();
  const { email } = await aPerson(db);
  await invite(admin, { email, role });
  expect((await read(await api.mailedToken(email))).body.data.role).toBe(role);
});

test("a new person registers with the invitation and belongs to the organisation, also where nobody else may register", async () => {
  const { admin, organizationId } = await organization();
  const email = newEmail();
  await invite(admin, { email });
  const invitationToken = await api.mailedToken(email);
  expect((await read(invitationToken)).body.data).not.toHaveProperty("_userId");
  const body = { email, password: PASSWORD, firstName: "Grace", invitationToken };
  const registered = await invitedOnly.call("POST", "/auth/register", { body });
  expect(registered.status).toBe(201);
  const headers = bearer(registered.body.data.token);
  expect((await call("GET", "/organizations/me", { headers })).body.data).toMatchObject({ _id: organizationId });
  // Without a role the invited person becomes an admin.
  expect(await others(admin)).toMatchObject([{ roles: ["admin"], memberStatus: "active" }]);
  const again = await invitedOnly.call("POST", "/auth/register", { body: { ...body, email: newEmail() } });
  expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining("expired") } });
});

test("an invitation waits in the list for admins alone, and no token is stored or listed", async () => {
  const { admin, organizationId } = await organization();
  const email = newEmail();
  await invite(admin, { email, role: "member" });
  const token = await api.mailedToken(email);
  const [waiting] = await others(admin);
  expect(waiting).toMatchObject({ _userId: null, memberStatus: "invited", invite: { email } });
  const stored = await db.select().from(members).where(eq(members.organizationId, organizationId));
  expect(JSON.stringify([waiting, stored])).not.toContain(token);
  const { headers } = await aMember(db, organizationId, "member");
  expect(JSON.stringify((await call("GET", "/organizations/members", { headers })).body)).not.toContain(email);
});

test("an organisation that has invited a hundred people within the hour waits", async () => {
  const { admin, organizationId } = await organization();
  const email = newEmail();
  await invite(admin, { email });
  const [entry] = await db.select().from(auditLogs).where(eq(auditLogs.organizationId, organizationId));
  if (!entry) throw new Error("The invitation is not noted");
  const { id: _, createdAt: __, ...noted } = entry;
  await db.insert(auditLogs).values(Array.from({ length: 98 }, () => noted));
  expect((await invite(admin, { email: newEmail() })).status).toBe(201);
  expect(await invite(admin, { email: newEmail() })).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining("100 people in an hour") },
  });
  const [{ _id: memberId }] = (await others(admin)).filter(({ invite }: { invite?: object }) => invite);
  expect((await call("POST", "/invites/resend", { headers: admin, body: { memberId } })).status).toBe(429);
});

test("an address is invited once, and a member not at all", async () => {
  const { admin, organizationId, email: own } = await organization();
  const member = await aMember(db, organizationId, "member");
  const email = newEmail();
  const attempts = await Promise.all([invite(admin, { email }), invite(admin, { email })]);
  expect(attempts.map(({ status }) => status).sort()).toEqual([201, 400]);
  for (const taken of [email, own, member.email]) {
    expect(await invite(admin, { email: taken })).toMatchObject({ status: 400, body: { message: "Already invited" } });
  }
  expect(await others(admin)).toHaveLength(2);
});

test("a bulk says of each address what became of it", async () => {
  const { admin, email: own } = await organization();
  const [one, two] = [newEmail(), newEmail()];
  const invitees = [{ email: one, role: "member" }, { email: own }, { email: two }, { email: one }];
  const { status, body } = await call("POST", "/invites/bulk", { headers: admin, body: { invitees } });
  expect(status).toBe(201);
  const failed = { success: false, failReason: "Already invited" };
  expect(body.data).toEqual([
    { success: true, email: one },
    { email: own, ...failed },
    { success: true, email: two },
    { email: one, ...failed },
  ]);
  expect((await others(admin)).map(({ roles }: { roles: string[] }) => roles)).toEqual([["member"], ["admin"]]);
  const bulk = async (list: object[]) =>
    (await call("POST", "/invites/bulk", { headers: admin, body: { invitees: list } })).status;
  expect([await bulk([]), await bulk([{ email: "nobody" }])]).toEqual([400, 400]);
  expect(await bulk(Array.from({ length: 101 }, () => ({ email: newEmail() })))).toBe(400);
});

test("a resent invitation has another token, the other admin as inviter, and seven days again", async () => {
  const { admin, organizationId } = await organization();
  const second = await aMember(db, organizationId, "admin");
  const email = newEmail();
  await invite(admin, { email });
  const old = await api.mailedToken(email);
  await db
    .update(members)
    .set({ inviteExpiresAt: new Date(Date.now() - 1_000) })
    .where(eq(members.inviteEmail, email));
  expect((await read(old)).body.message).toMatch(/expired: ask Ada or another admin of Analytical Engines/);
  const memberId = (await others(admin)).at(-1)._id;
  await passMinute(email);
  const resent = await call("POST", "/invites/resend", { headers: second.headers, body: { memberId } });
  expect(resent).toMatchObject({ status: 201, body: { data: { success: true } } });
  const token = await api.mailedToken(email, 2);
  expect((await read(old)).status).toBe(400);
  expect((await read(token)).body.data.inviter._id).toBe(second.userId);
  await accept(token, await signedIn(db, (await aPerson(db)).id));
  for (const id of [memberId, second.memberId, randomUUID()]) {
    const refused = await call("POST", "/invites/resend", { headers: admin, body: { memberId: id } });
    expect([id, refused.status]).toEqual([id, 400]);
  }
});

/** Has a minute gone by since the last mail of an invitation. */
async function passMinute(email: string): Promise<void> {
  const earlier = sql`(select array_agg(at - interval '1 minute') from unnest(${members.inviteMailedAt}) at)`;
  await db.update(members).set({ inviteMailedAt: earlier }).where(eq(members.inviteEmail, email));
}

test("an invitation is mailed once a minute and five times a day, and the answer says when next", async () => {
  const { admin } = await organization();
  const email = newEmail();
  await invite(admin, { email });
  const memberId = (await others(admin)).at(-1)._id;
  const resend = () => call("POST", "/invites/resend", { headers: admin, body: { memberId } });
  const answers = await Promise.all([resend(), resend()]);
  for (const { status, body } of answers) {
    expect([status, body.message]).toEqual([429, expect.stringMatching(/just been mailed: send it again in \d+ s/)]);
  }
  await passMinute(email);
  const both = await Promise.all([resend(), resend()]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 429]);
  for (let mail = 3; mail <= 5; mail += 1) {
    await passMinute(email);
    expect((await resend()).status).toBe(201);
  }
  await passMinute(email);
  const { status, body } = await resend();
  expect([status, body.message]).toEqual([
    429,
    expect.stringMatching(/at most 5 times a day: send the next one from \d{4}-\d\d-\d\d \d\d:\d\d UTC on/),
  ]);
  expect((await call("DELETE", `/organizations/members/${memberId}`, { headers: admin })).status).toBe(200);
  expect((await invite(admin, { email })).status).toBe(429);
  expect((await invite(admin, { email: newEmail() })).status).toBe(201);
});

test("a withdrawn invitation is refused, and the address can be invited again", async () => {
  const { admin } = await organization();
  const email = newEmail();
  await invite(admin, { email });
  const token = await api.mailedToken(email);
  const [{ _id }] = await others(admin);
  expect((await call("DELETE", `/organizations/members/${_id}`, { headers: admin })).status).toBe(200);
  expect((await read(token)).status).toBe(400);
  expect((await accept(token, await signedIn(db, (await aPerson(db)).id))).status).toBe(400);
  expect((await invite(admin, { email })).status).toBe(201);
});

test("of two people who accept one invitation at once, one joins", async () => {
  const { admin } = await organization();
  const email = newEmail();
  await invite(admin, { email });
  const token = await api.mailedToken(email);
  const people = await Promise.all([1, 2].map(async () => signedIn(db, (await aPerson(db)).id)));
  const answers = await Promise.all(people.map((headers) => accept(token, headers)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  expect(await others(admin)).toHaveLength(1);
});

test("somebody who belongs to the organisation already cannot accept, also not two invitations at once", async () => {
  const { admin, organizationId } = await organization();
  const addresses = [newEmail(), newEmail(), newEmail()];
  for (const email of addresses) await invite(admin, { email });
  const tokens = await Promise.all(addresses.map((email) => api.mailedToken(email)));
  const { headers } = await aMember(db, organizationId, "member");
  expect(await accept(tokens[0] ?? "", headers)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("belong to this organisation") },
  });
  const person = await signedIn(db, (await aPerson(db)).id);
  const answers = await Promise.all(tokens.slice(1).map((token) => accept(token, person)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test("plain members invite nobody, and keys have no such call", async () => {
  const { organizationId, headers } = await organization();
  const member = await aMember(db, organizationId, "member");
  expect((await invite(member.headers, { email: newEmail() })).status).toBe(403);
  expect(await invite(headers, { email: newEmail() })).toMatchObject({
    status: 401,
    body: { message: "API endpoint not available" },
  });
});

test("a mail that cannot be sent is answered with 503, and a resend sends it", async () => {
  const { admin } = await organization();
  const email = newEmail();
  api.sink.refuseOnce(email, 550);
  expect(await invite(admin, { email })).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining("resend") },
  });
  const [{ _id: memberId }] = await others(admin);
  expect((await call("POST", "/invites/resend", { headers: admin, body: { memberId } })).status).toBe(201);
  expect((await read(await api.mailedToken(email))).status).toBe(200);
});

test("in production without a mail server nobody is invited, and the answer says what to configure", async () => {
  const { admin } = await organization();
  const production = await testApp({ db, config: { ...testConfig, mode: "production" } });
  const reply = await production.app.inject({
    method: "POST",
    url: "/v1/invites",
    headers: admin,
    payload: { email: newEmail() },
  });
  expect([reply.statusCode, reply.json().message]).toEqual([503, expect.stringContaining("BELFRY_SMTP_URL")]);
  expect(await others(admin)).toEqual([]);
  await production.close();
});

test("where plans count, members of one without roles are admins, whatever is sent", async () => {
  const { admin } = await organization();
  const [email, other] = [newEmail(), newEmail()];
  expect((await invite(admin, { email, role: "member" }, limited)).status).toBe(201);
  expect(await others(admin)).toMatchObject([{ roles: ["admin"] }]);
  await invite(admin, { email: other, role: "member" });
  expect(await others(admin)).toMatchObject([{ roles: ["admin"] }, { roles: ["member"] }]);
});

test("a plan's number of members counts invitations, too, where plans count", async () => {
  const { admin } = await organization();
  for (const expected of [201, 201, 400]) {
    const { status, body } = await invite(admin, { email: newEmail() }, limited);
    expect([status, JSON.stringify(body).includes("LIMIT_REACHED")]).toEqual([expected, expected === 400]);
  }
});

describe("a workflow that reminds people to invite others", () => {
  const signatureOf = (environmentId: string, apiKey: string) =>
    createHmac("sha256", apiKey).update(environmentId).digest("hex");
  const ask = (organizationId: string, signature?: string, at = api) =>
    at.call("POST", "/invites/webhook", {
      body: {
        subscriber: { subscriberId: "ada" },
        payload: { organizationId, more: 1 },
        identifier: "remind",
        channel: "email",
      },
      headers: signature === undefined ? {} : { "nv-hmac-256": signature },
    });

  test("is told to send until somebody is invited", async () => {
    const { admin, organizationId, environmentId, apiKey } = await organization();
    const signature = signatureOf(environmentId, apiKey);
    expect(await ask(organizationId, signature)).toMatchObject({ status: 201, body: { data: { send: true } } });
    await invite(admin, { email: newEmail() });
    expect(await ask(organizationId, signature)).toMatchObject({ status: 201, body: { data: { send: false } } });
  });

  test("is told not to send where several belong to the organisation", async () => {
    const { organizationId, environmentId, apiKey } = await organization();
    await aMember(db, organizationId, "member");
    expect((await ask(organizationId, signatureOf(environmentId, apiKey))).body.data).toEqual({ send: false });
  });

  test("is refused without the signature of one of the organisation's environments, as is an organisation that does not exist", async () => {
    const [own, other] = [await organization(), await organization()];
    const right = signatureOf(own.environmentId, own.apiKey);
    for (const [organizationId, signature] of [
      [own.organizationId, undefined],
      [own.organizationId, ""],
      [own.organizationId, right.slice(1)],
      [own.organizationId, signatureOf(own.environmentId, other.apiKey)],
      [own.organizationId, signatureOf(other.environmentId, own.apiKey)],
      [own.organizationId, signatureOf(other.environmentId, other.apiKey)],
      [own.organizationId, signatureOf(own.productionEnvironmentId, own.apiKey)],
      [randomUUID(), right],
    ] as const) {
      expect([signature, await ask(organizationId, signature)]).toMatchObject([
        signature,
        { status: 401, body: { message: "The signature in the header nv-hmac-256 is missing or wrong" } },
      ]);
    }
    expect((await ask(own.organizationId, right)).status).toBe(201);
    expect((await ask("nowhere", right)).status).toBe(400);
  });

  test("is refused for a while after too many wrong signatures", async () => {
    const limits = { ...testConfig.limits, refusalsPerMinute: 2 };
    const strict = await peopleApi({ db, config: { ...testConfig, limits } });
    const { organizationId } = await organization();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) statuses.push((await ask(organizationId, "wrong", strict)).status);
    await strict.close();
    expect(statuses).toEqual([401, 401, 429]);
  });
});
