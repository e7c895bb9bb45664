import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { hashPassword } from "#db/password-hash.ts";
import { users } from "#db/schema/accounts/users.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { bearer, PASSWORD, peopleApi } from "#test/support/people-api.ts";
import { aPerson, signedIn } from "#test/support/sign-in.ts";

const api = await peopleApi();
const { db, call } = api;
afterAll(() => api.close());

type Headers = Record<string, string>;
const profile = (headers: Headers, body: object) => call("PUT", "/users/profile", { headers, body });
const ask = (headers: Headers, email: string, currentPassword?: string) =>
  call("PUT", "/users/profile/email", { headers, body: { email, currentPassword } });
const confirm = (token: string) => call("POST", "/auth/email", { body: { token } });
const linkTo = (address: string) => api.mailedLink(address, "/auth/email/");

test("a person changes name and picture, by a token or a key", async () => {
  const environment = await createTestEnvironment(db);
  const picture = "https://example.com/ada.PNG?size=2";
  for (const [index, headers] of [environment.organizationHeaders, await signedIn(db, environment.userId)].entries()) {
    const body = { firstName: "Augusta", lastName: `King ${index}`, profilePicture: picture };
    expect(await profile(headers, body)).toMatchObject({ status: 200, body: { data: body } });
    expect((await call("GET", "/users/me", { headers })).body.data).toMatchObject(body);
  }
});

test("empty names, and pictures that are none, are refused", async () => {
  const headers = await signedIn(db, (await aPerson(db)).id);
  expect((await profile(headers, { firstName: " ", lastName: "" })).body.message).toEqual([
    "firstName should not be empty",
    expect.stringMatching(/^lastName /),
  ]);
  for (const profilePicture of ["example.com/a.png", "https://example.com/a.exe", "javascript:alert(1)//.png"]) {
    const { status } = await profile(headers, { firstName: "Ada", lastName: "King", profilePicture });
    expect([profilePicture, status]).toEqual([profilePicture, 400]);
  }
});

test("in production a picture needs https", async () => {
  const production = await testApp({ db, config: { ...testConfig, mode: "production" } });
  const headers = await signedIn(db, (await aPerson(db)).id);
  const put = async (profilePicture: string) => {
    const payload = { firstName: "Ada", lastName: "King", profilePicture };
    return (await production.app.inject({ method: "PUT", url: "/v1/users/profile", headers, payload })).statusCode;
  };
  expect([await put("http://example.com/a.png"), await put("https://example.com/a.png")]).toEqual([400, 200]);
  await production.close();
});

test("an address changes by the password and the link that was sent to it; other sessions end, and the old one is told", async () => {
  const person = await aPerson(db, { passwordHash: await hashPassword(PASSWORD) });
  const [headers, elsewhere] = [await signedIn(db, person.id), await signedIn(db, person.id)];
  const changed = `${randomUUID()}@example.org`;
  expect(await ask(headers, changed)).toMatchObject({
    status: 400,
    body: { message: [expect.stringContaining("currentPassword")] },
  });
  expect((await ask(headers, changed, "Wrong-pass-1")).status).toBe(401);
  expect(await ask(headers, changed.toUpperCase(), PASSWORD)).toMatchObject({
    status: 200,
    body: { data: { email: person.email } },
  });
  const token = await linkTo(changed);
  expect((await api.login(person.email)).status).toBe(201);
  expect(await confirm(token)).toMatchObject({ status: 200, body: { data: { email: changed } } });
  expect((await api.login(person.email)).status).toBe(401);
  expect((await api.login(changed)).status).toBe(201);
  expect((await call("GET", "/users/me", { headers })).body.data).toMatchObject({ email: changed });
  expect((await call("GET", "/users/me", { headers: elsewhere })).status).toBe(401);
  await vi.waitFor(() => expect(api.sink.mailsTo(person.email)[0]?.subject).toContain("has changed"), 10_000);
  for (const refused of [token, `${token}x`, "nonsense"]) expect((await confirm(refused)).status).toBe(400);
});

test("a link to confirm an address is void after the password was changed", async () => {
  const person = await aPerson(db, { passwordHash: await hashPassword(PASSWORD) });
  const changed = `${randomUUID()}@example.org`;
  await ask(await signedIn(db, person.id), changed, PASSWORD);
  const token = await linkTo(changed);
  await call("POST", "/auth/reset/request", { body: { email: person.email } });
  await call("POST", "/auth/reset", { body: { token: await api.mailedToken(person.email), password: "Other-pass-1" } });
  expect((await confirm(token)).status).toBe(400);
  const signIn = await api.login(person.email, "Other-pass-1");
  expect(signIn.status).toBe(201);
  const { data } = (await call("GET", "/users/me", { headers: bearer(signIn.body.data.token) })).body;
  expect(data.pendingEmail).toBeUndefined();
});

test("an address that waits for its link is part of the account until it is confirmed, replaced, cancelled or too old", async () => {
  const person = await aPerson(db);
  const headers = await signedIn(db, person.id);
  const account = async () => (await call("GET", "/users/me", { headers })).body.data;
  const address = () => `${randomUUID()}@example.org`;
  const [first, second, third] = [address(), address(), address()];
  expect((await account()).pendingEmail).toBeUndefined();
  expect((await ask(headers, first)).body.data).toMatchObject({ email: person.email, pendingEmail: first });
  const replaced = await linkTo(first);
  await ask(headers, second);
  expect(await account()).toMatchObject({ email: person.email, pendingEmail: second });
  expect((await confirm(replaced)).status).toBe(400);
  const cancelled = await linkTo(second);
  const cancel = await call("DELETE", "/users/profile/email", { headers });
  expect([cancel.status, cancel.body.data.email, cancel.body.data.pendingEmail]).toEqual([
    200,
    person.email,
    undefined,
  ]);
  expect((await confirm(cancelled)).status).toBe(400);
  await ask(headers, third);
  const late = { pendingEmailExpireAt: new Date(Date.now() - 1_000) };
  await db.update(users).set(late).where(eq(users.id, person.id));
  expect((await account()).pendingEmail).toBeUndefined();
  await ask(headers, third);
  expect((await confirm(await linkTo(third))).status).toBe(200);
  expect(await account()).toMatchObject({ email: third });
  expect((await account()).pendingEmail).toBeUndefined();
});

test("an address that somebody has is refused, also in another spelling, and when two confirm it at the same time", async () => {
  const name = randomUUID().replaceAll("-", "");
  const [one, two] = [await aPerson(db, { email: `${name}@gmail.com` }), await aPerson(db)];
  const headers = await signedIn(db, two.id);
  expect(await ask(headers, `${name}+x@gmail.com`)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("another account") },
  });
  const free = `${randomUUID()}@example.com`;
  await ask(headers, free);
  const first = await linkTo(free);
  api.sink.forget();
  await ask(await signedIn(db, one.id), free);
  const attempts = await Promise.all([confirm(first), confirm(await linkTo(free))]);
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("a link for a new password that went to the old address is of no use after a change", async () => {
  const person = await aPerson(db);
  await call("POST", "/auth/reset/request", { body: { email: person.email } });
  const token = await api.mailedToken(person.email);
  const changed = `${randomUUID()}@example.com`;
  await ask(await signedIn(db, person.id), changed);
  expect((await confirm(await linkTo(changed))).status).toBe(200);
  expect((await call("POST", "/auth/reset", { body: { token, password: PASSWORD } })).status).toBe(400);
});

test("how far the introduction has come is stored; what is not given stays", async () => {
  const headers = await signedIn(db, (await aPerson(db)).id);
  const put = async (path: string, body: object) => (await call("PUT", `/users/${path}`, { headers, body })).body.data;
  await put("onboarding", { showOnBoarding: true });
  expect(await put("onboarding-tour", { showOnBoardingTour: 3 })).toMatchObject({
    showOnBoarding: true,
    showOnBoardingTour: 3,
  });
  expect(await put("onboarding", {})).toMatchObject({ showOnBoarding: true });
});
