import { randomInt, randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { findUser, findUserByEmail } from "#db/queries/users/users.ts";
import { createHttp } from "#providers/http/http.ts";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { GITHUB_APP, type GithubPerson, startFakeGithub } from "#test/support/fake-github.ts";
import { bearer, PASSWORD, peopleApi } from "#test/support/people-api.ts";
import { aPerson, signedIn } from "#test/support/sign-in.ts";

const github = await startFakeGithub();
const http = () => createHttp({ allowPrivateHosts: true, baseUrls: github.baseUrls });
const api = await peopleApi({ config: { ...testConfig, github: GITHUB_APP }, http: http() });
const invitedOnly = await peopleApi({
  db: api.db,
  config: { ...testConfig, github: GITHUB_APP, registration: "invited" },
  http: http(),
});
const without = await peopleApi({ db: api.db });
const { db, call } = api;
afterAll(async () => {
  await Promise.all([invitedOnly.close(), without.close()]);
  await api.close();
  await github.stop();
});

const newEmail = () => `${randomUUID()}@example.com`;

function onGithub(email = newEmail(), given: Partial<GithubPerson> = {}): GithubPerson {
  const id = randomInt(1, 2 ** 31);
  const emails = [{ email, primary: true, verified: true }];
  return { id, login: `user${id}`, name: "Grace Brewster Hopper", emails, ...given };
}

/** Begins a sign-in as a browser does, which keeps the cookie until GitHub sends it back. */
async function begin(at = api, query = "") {
  const { status, headers } = await at.call("GET", `/auth/github/authorize${query}`);
  const [cookie = ""] = [headers["set-cookie"]].flat();
  return { status, cookie, url: headers.location ?? "" };
}

async function callback(query: Record<string, string>, cookie: string, at = api) {
  const reply = await at.call("GET", `/auth/github/callback?${new URLSearchParams(query)}`, {
    headers: { cookie: `other=1; ${cookie.split(";")[0]}` },
  });
  const [, result = ""] = reply.headers.location?.split("#") ?? [];
  return { ...reply, result: new URLSearchParams(result) };
}

async function signIn(person: GithubPerson, at = api, query = "") {
  const { cookie, url } = await begin(at, query);
  return callback(github.agree(url, person), cookie, at);
}

const tokenOf = ({ result }: { result: URLSearchParams }) => bearer(result.get("token") ?? "");

test("whether GitHub is configured can be asked, and the answer names the settings", async () => {
  expect((await call("GET", "/auth/github")).body).toEqual({ data: { success: true } });
  for (const path of ["/auth/github", "/auth/github/authorize", "/auth/github/callback"]) {
    expect(await without.call("GET", path)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("BELFRY_GITHUB_CLIENT_ID") },
    });
  }
});

test("a sign-in begins with a state and a challenge that the browser keeps, out of reach of scripts", async () => {
  const { status, cookie, url } = await begin();
  const { origin, pathname, searchParams } = new URL(url);
  expect([status, origin + pathname]).toEqual([302, "https://github.com/login/oauth/authorize"]);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: GITHUB_APP.clientId,
    redirect_uri: `${testConfig.publicUrl}/v1/auth/github/callback`,
    scope: "read:user user:email",
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
  expect(cookie).toMatch(/^belfry_github=.+; Path=\/v1\/auth\/github; Max-Age=600; HttpOnly; SameSite=Lax$/);
  expect((await begin()).url).not.toBe(url);
});

test("somebody new is registered by the verified address, and known by GitHub's number afterwards", async () => {
  const email = newEmail();
  const person = onGithub(email);
  const first = await signIn(person);
  expect([first.status, first.headers.location]).toEqual([
    302,
    expect.stringMatching(/^http:\/\/localhost:3000\/auth\/sign-in#token=/),
  ]);
  const { body } = await call("GET", "/users/me", { headers: tokenOf(first) });
  expect(body.data).toMatchObject({ email, firstName: "Grace", lastName: "Brewster Hopper", hasPassword: false });
  // GitHub's address may change: the account stays the same.
  const again = await signIn({ ...person, emails: [{ email: newEmail(), primary: true, verified: true }] });
  expect((await call("GET", "/users/me", { headers: tokenOf(again) })).body.data._id).toBe(body.data._id);
  expect((await api.login(email)).body.message).toContain("GitHub");
});

test("two sign-ins of somebody new at once make one account", async () => {
  const person = onGithub();
  const [one, two] = await Promise.all([signIn(person), signIn(person)]);
  const ids = await Promise.all(
    [one, two].map(async (answer) => (await call("GET", "/users/me", { headers: tokenOf(answer) })).body.data?._id),
  );
  expect(ids[0]).toBeDefined();
  expect(ids[1]).toBe(ids[0]);
});

test("an account whose owner has proven the address is connected with GitHub, and keeps its password", async () => {
  const email = newEmail();
  const { id } = await aPerson(db, { email, emailVerifiedAt: new Date() });
  const answer = await signIn(onGithub(email.toUpperCase()));
  expect((await call("GET", "/users/me", { headers: tokenOf(answer) })).body.data._id).toBe(id);
});

test("an account that somebody registered with an address of others is not shared with its owner", async () => {
  const email = newEmail();
  const body = { email, password: PASSWORD, firstName: "Eve" };
  await call("POST", "/auth/register", { body });
  const person = onGithub(email);
  expect((await signIn(person)).result.get("error")).toBe("account_email_unverified");
  // A reset proves the address, and ends what the other one had.
  await call("POST", "/auth/reset/request", { body: { email } });
  await call("POST", "/auth/reset", { body: { token: await api.mailedToken(email), password: "Owner-pass-1" } });
  expect((await signIn(person)).result.get("token")).not.toBeNull();
  expect((await api.login(email)).status).toBe(401);
});

test("an address that GitHub has not verified, or that is not the primary one, counts for nothing", async () => {
  const email = newEmail();
  await aPerson(db, { email, emailVerifiedAt: new Date() });
  for (const emails of [[{ email, primary: true, verified: false }], [{ email, primary: false, verified: true }], []]) {
    expect((await signIn(onGithub(email, { emails }))).result.get("error")).toBe("github_email_unverified");
  }
});

test("a callback is refused with a state of another browser, without a cookie, and with a forged one", async () => {
  const [mine, theirs] = [await begin(), await begin()];
  const person = onGithub();
  const attempts = [
    callback(github.agree(theirs.url, person), mine.cookie),
    callback(github.agree(mine.url, person), ""),
    callback(github.agree(mine.url, person), "belfry_github=e30.e30.e30"),
    callback({ error: "access_denied", state: new URL(mine.url).searchParams.get("state") ?? "" }, mine.cookie),
    callback({ code: "stolen", state: new URL(mine.url).searchParams.get("state") ?? "" }, mine.cookie),
  ];
  for (const { status, result, headers } of await Promise.all(attempts)) {
    expect([status, result.get("error"), result.get("token")]).toEqual([302, "github_refused", null]);
    expect(headers["set-cookie"]).toMatch(/^belfry_github=; .*Max-Age=0/);
  }
  expect(await findUserByEmail(db, person.emails[0]?.email ?? "")).toBeUndefined();
});

test("the cookie of a sign-in is no token of a member", async () => {
  const { cookie } = await begin();
  const headers = bearer(cookie.split(";")[0]?.split("=")[1] ?? "");
  expect((await call("GET", "/users/me", { headers })).status).toBe(401);
});

test("while GitHub does not answer, the browser is told so", async () => {
  github.fail(true);
  const answer = await signIn(onGithub()).finally(() => github.fail(false));
  expect(answer.result.get("error")).toBe("github_unavailable");
});

test("where registration needs an invitation, GitHub opens no other way in, and accepts one", async () => {
  const email = newEmail();
  const person = onGithub(email);
  expect((await signIn(person, invitedOnly)).result.get("error")).toBe("registration_disabled");
  const forged = await signIn(person, invitedOnly, `?invitationToken=${randomUUID()}`);
  expect(forged.result.get("error")).toBe("invitation_invalid");
  expect(await findUserByEmail(db, email)).toBeUndefined();
  const { userId, organizationId } = await createTestEnvironment(db);
  const admin = await signedIn(db, userId);
  await call("POST", "/invites", { headers: admin, body: { email } });
  const joined = await signIn(person, invitedOnly, `?invitationToken=${await api.mailedToken(email)}`);
  const { body } = await call("GET", "/organizations/me", { headers: tokenOf(joined) });
  expect(body.data._id).toBe(organizationId);
  const user = await findUserByEmail(db, email);
  expect((await findUser(db, user?.id ?? ""))?.passwordHash).toBeNull();
});
