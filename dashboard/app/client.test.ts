// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { errorText, isUnreachableError, sentencesOf } from "../errors.ts";
import { failure, fakeServer } from "../testing/fake-server.ts";
import { createClient } from "./client.ts";

function client(handlers: Parameters<typeof fakeServer>[0], contextPath = "") {
  const server = fakeServer(handlers);
  const onSessionEnded = vi.fn();
  const api = createClient({
    contextPath,
    token: () => "jwt",
    environmentId: () => "environment",
    onSessionEnded,
    fetch: server.fetch,
  });
  return { api, onSessionEnded, received: server.received };
}

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

const bell = () => ({ body: { data: { name: "bell" } } });

test("a call carries the session and the environment, and a list as repeated names", async () => {
  const { api, received } = client({ "GET /notifications": () => ({ body: { data: [] } }) });
  await api.notifications.list({ channels: ["email", "sms"], page: 0, search: undefined });
  expect(received[0]).toMatchObject({ authorization: "Bearer jwt", environmentId: "environment" });
  expect(received[0]?.query.toString()).toBe("channels=email&channels=sms&page=0");
});

test("calls go below the API's context path", async () => {
  const path = "/apps/belfry/v1/topics/k";
  const { api, received } = client({ [`GET ${path}`]: bell }, "/apps/belfry");
  await api.topics.get("k");
  expect(received.map((call) => call.path)).toEqual([path]);
});

test("an anonymous call carries neither", async () => {
  const { api, received } = client({});
  await api.health.get();
  expect(received[0]).toMatchObject({ authorization: null, environmentId: null });
});

test("a refusal keeps the server's sentences", async () => {
  const { api } = client({ "POST /topics": () => failure(409, "It is there already.") });
  const error = await errorOf(api.topics.create({ key: "k", name: "n" }));
  expect(error).toMatchObject({ status: 409 });
  expect(sentencesOf(error)).toEqual(["It is there already."]);
});

test("an internal error keeps the id to quote, and is not repeated", async () => {
  const { api, received } = client({ "GET /topics/k": () => failure(500, "Internal server error", "error-7") });
  const error = await errorOf(api.topics.get("k"));
  expect(error).toMatchObject({ status: 500, requestId: "error-7" });
  expect(errorText(error)).toBe("The server had an internal error. Its request id is error-7.");
  expect(received).toHaveLength(1);
});

test("a refused read ends the session", async () => {
  const { api, onSessionEnded } = client({ "GET /topics/k": () => failure(401, "Unauthorized") });
  await expect(api.topics.get("k")).rejects.toMatchObject({ status: 401 });
  expect(onSessionEnded).toHaveBeenCalledOnce();
});

test("a read of an environment that is gone does not, as long as the account can be read", async () => {
  const { api, onSessionEnded } = client({
    "GET /topics/k": () => failure(401, "Unauthorized"),
    "GET /users/me": bell,
  });
  await expect(api.topics.get("k")).rejects.toMatchObject({ status: 401 });
  expect(onSessionEnded).not.toHaveBeenCalled();
});

test("a wrong password does not", async () => {
  const { api, onSessionEnded } = client({ "POST /auth/login": () => failure(401, "Incorrect password.") });
  await expect(api.auth.signIn({ email: "ada@example.com", password: "x" })).rejects.toMatchObject({ status: 401 });
  expect(onSessionEnded).not.toHaveBeenCalled();
});

test("a write that Production refuses with 401 does not sign the member out", async () => {
  const { api, onSessionEnded } = client({ "PATCH /topics/k": () => failure(401, "Development only") });
  await expect(api.topics.rename("k", "n")).rejects.toMatchObject({ problems: ["Development only"] });
  expect(onSessionEnded).not.toHaveBeenCalled();
});

test("a write with a token that no longer counts does", async () => {
  const refused = () => failure(401, "Unauthorized");
  const { api, onSessionEnded } = client({ "PATCH /topics/k": refused, "GET /users/me": refused });
  await expect(api.topics.rename("k", "n")).rejects.toMatchObject({ status: 401 });
  expect(onSessionEnded).toHaveBeenCalledOnce();
});

test("a late refusal of an earlier token does not end the session of whoever has signed in since", async () => {
  let token = "earlier";
  const onSessionEnded = vi.fn();
  const { fetch } = fakeServer({
    "GET /topics/k": () => {
      token = "later";
      return failure(401, "Unauthorized");
    },
  });
  const api = createClient({
    contextPath: "",
    token: () => token,
    environmentId: () => undefined,
    onSessionEnded,
    fetch,
  });
  await expect(api.topics.get("k")).rejects.toMatchObject({ status: 401 });
  expect(onSessionEnded).not.toHaveBeenCalled();
});

test("no answer at all is told apart from a refusal", async () => {
  const api = createClient({
    contextPath: "",
    token: () => undefined,
    environmentId: () => undefined,
    onSessionEnded: () => undefined,
    fetch: () => Promise.reject(new TypeError("fetch failed")),
  });
  const error = await errorOf(api.topics.get("k"));
  expect(error).toMatchObject({ status: 0 });
  expect(isUnreachableError(error)).toBe(true);
  expect(errorText(error)).toBe(
    "Belfry does not answer. Check the connection and that the server is running. Nothing is lost: try again then.",
  );
});

test("an answer without data is a failure", async () => {
  const { api } = client({ "GET /topics/k": () => ({ body: { name: "bell" } }) });
  await expect(api.topics.get("k")).rejects.toThrow("not one of Belfry's API");
});

test("the health check reads what a 503 says", async () => {
  const { api } = client({ "GET /health-check": () => ({ status: 503, body: { data: { status: "error" } } }) });
  await expect(api.health.get()).resolves.toEqual({ status: "error" });
});
