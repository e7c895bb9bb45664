import { randomUUID } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { hashPassword } from "#db/password-hash.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { PASSWORD, peopleApi } from "#test/support/people-api.ts";
import { aPerson, signedIn } from "#test/support/sign-in.ts";

const api = await peopleApi();
const { db, call } = api;
afterAll(() => api.close());

type Headers = Record<string, string>;
const profile = (headers: Headers, body: object) => call("PUT", "/users/profile", { headers, body });
const email = (headers: Headers, address: string) =>
  call("PUT", "/users/profile/email", { headers, body: { email: address } });

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

test("a changed address is the one to sign in with, and the old one is told", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const person = await aPerson(db, { passwordHash });
  const headers = await signedIn(db, person.id);
  const changed = `${randomUUID()}@Example.org`;
  expect((await email(headers, changed)).body.data).toMatchObject({ email: changed.toLowerCase() });
  expect((await api.login(person.email)).status).toBe(401);
  expect((await api.login(changed)).status).toBe(201);
  await vi.waitFor(() => expect(api.sink.mailsTo(person.email)[0]?.subject).toContain("address"), 10_000);
});

test("an address that somebody has is refused, also in another spelling, and at the same time", async () => {
  const name = randomUUID().replaceAll("-", "");
  const [one, two] = [await aPerson(db, { email: `${name}@gmail.com` }), await aPerson(db)];
  const headers = await signedIn(db, two.id);
  expect(await email(headers, `${name}+x@gmail.com`)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("another account") },
  });
  const free = `${randomUUID()}@example.com`;
  const attempts = await Promise.all([email(headers, free), email(await signedIn(db, one.id), free)]);
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("a link for a new password that went to the old address is of no use after a change", async () => {
  const person = await aPerson(db);
  await call("POST", "/auth/reset/request", { body: { email: person.email } });
  const token = await api.mailedToken(person.email);
  await email(await signedIn(db, person.id), `${randomUUID()}@example.com`);
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
