import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { Belfry } from "./client.ts";

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function clientOf(listener: RequestListener, timeoutMs = 30_000): Promise<Belfry> {
  const server = createServer(listener);
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return new Belfry({ secretKey: "secret", apiUrl: `http://127.0.0.1:${address.port}`, timeoutMs });
}

const contents: [string, () => string | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>][] = [
  ["text", () => "subscriberId\nada\n"],
  ["a blob", () => new Blob(["subscriberId\nada\n"])],
  ["bytes", () => new TextEncoder().encode("subscriberId\nada\n")],
  ["a buffer", () => new TextEncoder().encode("subscriberId\nada\n").buffer],
  ["a stream", () => new Blob(["subscriberId\nada\n"]).stream()],
];

test.each(contents)("%s is uploaded as it is, with its type", async (_, content) => {
  const received: { type: string | undefined; body: string }[] = [];
  const belfry = await clientOf(async (request: IncomingMessage, response) => {
    received.push({ type: request.headers["content-type"], body: await text(request) });
    response.writeHead(201).end(JSON.stringify({ data: { id: "i" } }));
  });
  await expect(belfry.imports.create(content(), "text/csv", { kind: "subscribers" })).resolves.toEqual({ id: "i" });
  expect(received).toEqual([{ type: "text/csv", body: "subscriberId\nada\n" }]);
});

test("a stream is sent once, whatever the answer", async () => {
  let calls = 0;
  const belfry = await clientOf((request, response) => {
    calls += 1;
    request.resume().once("end", () => response.writeHead(503).end());
  });
  const stream = new Blob(["a"]).stream();
  await expect(belfry.imports.create(stream, "text/csv", { kind: "subscribers" })).rejects.toMatchObject({
    status: 503,
  });
  expect(calls).toBe(1);
});

test("a file arrives as a response, and may take longer than an attempt", async () => {
  const belfry = await clientOf((_, response) => {
    response.writeHead(200, { "content-type": "text/csv" }).write("a\n");
    setTimeout(() => response.end("b\n"), 600);
  }, 300);
  const file = await belfry.exports.get("subscribers");
  expect(file.headers.get("content-type")).toBe("text/csv");
  await expect(file.text()).resolves.toBe("a\nb\n");
});

test("a file that is refused is an error with the API's sentence", async () => {
  const belfry = await clientOf((_, response) => {
    response.writeHead(403).end(JSON.stringify({ statusCode: 403, message: "Only admins may" }));
  });
  await expect(belfry.exports.get("subscribers")).rejects.toMatchObject({ status: 403, problems: ["Only admins may"] });
});

test("an address that an answer points to is returned, not followed", async () => {
  const belfry = await clientOf((_, response) => {
    response.writeHead(302, { location: "https://vendor.example/authorize" }).end();
  });
  await expect(belfry.auth.startGithubSignIn()).resolves.toBe("https://vendor.example/authorize");
});

test("the health of an installation that lacks something is an answer", async () => {
  const belfry = await clientOf((_, response) => {
    response.writeHead(503).end(JSON.stringify({ data: { status: "error" } }));
  });
  await expect(belfry.health.get()).resolves.toEqual({ status: "error" });
});
