import { expect, test, vi } from "vitest";
import { z } from "zod";
import { createHttp } from "./http.ts";
import { failure, fakeServer } from "./testing/fake-server.ts";

const Named = z.object({ data: z.object({ name: z.string() }) });

function client(handlers: Parameters<typeof fakeServer>[0], contextPath = "") {
  const server = fakeServer(handlers);
  const onSessionEnded = vi.fn();
  const request = createHttp({
    contextPath,
    token: () => "jwt",
    environmentId: () => "environment",
    onSessionEnded,
    fetch: server.fetch,
  });
  return { request, onSessionEnded, received: server.received };
}

test("a call carries the session and the environment, and a list as repeated names", async () => {
  const { request, received } = client({ "GET /things": () => ({ body: { data: { name: "bell" } } }) });
  await request("GET", "/things", Named, { query: { channels: ["email", "sms"], page: 0, query: "" } });
  expect(received[0]).toMatchObject({ authorization: "Bearer jwt", environmentId: "environment" });
  expect(received[0]?.query.toString()).toBe("channels=email&channels=sms&page=0");
});

test("calls go below the API's context path", async () => {
  const path = "/apps/belfry/v1/things";
  const { request, received } = client(
    { [`GET ${path}`]: () => ({ body: { data: { name: "bell" } } }) },
    "/apps/belfry",
  );
  await request("GET", "/things", Named);
  expect(received.map((call) => call.path)).toEqual([path]);
});

test("an anonymous call carries neither", async () => {
  const { request, received } = client({ "GET /things": () => ({ body: { data: { name: "bell" } } }) });
  await request("GET", "/things", Named, { anonymous: true });
  expect(received[0]).toMatchObject({ authorization: null, environmentId: null });
});

test("a refusal keeps the server's sentences", async () => {
  const { request } = client({ "POST /things": () => failure(409, "It is there already.") });
  await expect(request("POST", "/things", Named)).rejects.toMatchObject({
    status: 409,
    issues: ["It is there already."],
  });
});

test("an internal error keeps the id to quote", async () => {
  const { request } = client({ "POST /things": () => failure(500, "Internal server error", "error-7") });
  await expect(request("POST", "/things", Named)).rejects.toMatchObject({
    status: 500,
    issues: ["The server had an internal error."],
    requestId: "error-7",
  });
});

test("a refused read ends the session", async () => {
  const { request, onSessionEnded } = client({ "GET /things": () => failure(401, "Unauthorized") });
  await expect(request("GET", "/things", Named)).rejects.toMatchObject({ status: 401 });
  expect(onSessionEnded).toHaveBeenCalledOnce();
});

test("a write that Production refuses with 401 does not sign the member out", async () => {
  const { request, onSessionEnded } = client({ "PUT /things": () => failure(401, "Development only") });
  await expect(request("PUT", "/things", Named)).rejects.toMatchObject({ issues: ["Development only"] });
  expect(onSessionEnded).not.toHaveBeenCalled();
});

test("a write with a token that no longer counts does", async () => {
  const refused = () => failure(401, "Unauthorized");
  const { request, onSessionEnded } = client({ "PUT /things": refused, "GET /users/me": refused });
  await expect(request("PUT", "/things", Named)).rejects.toMatchObject({ status: 401 });
  expect(onSessionEnded).toHaveBeenCalledOnce();
});

test("no answer at all is told apart from a refusal", async () => {
  const request = createHttp({
    contextPath: "",
    token: () => undefined,
    environmentId: () => undefined,
    onSessionEnded: () => undefined,
    fetch: () => Promise.reject(new TypeError("fetch failed")),
  });
  await expect(request("GET", "/things", Named)).rejects.toMatchObject({ status: 0 });
});

test("an answer of another form than the contract's is a failure", async () => {
  const { request } = client({ "GET /things": () => ({ body: { data: { name: 7 } } }) });
  await expect(request("GET", "/things", Named)).rejects.toThrow("expected form");
});

test("the health check reads what a 503 says", async () => {
  const { request } = client({ "GET /health": () => ({ status: 503, body: { data: { name: "down" } } }) });
  await expect(request("GET", "/health", Named, { alsoAccept: 503 })).resolves.toEqual({ data: { name: "down" } });
});
