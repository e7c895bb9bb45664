import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as groups from "#contract/operation-groups.ts";
import { type Declaration, type Operations, operationsOf } from "#contract/schemas/operations.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 3 });
afterAll(() => closeDatabase(db));

const { headers } = await createTestEnvironment(db);
const body = JSON.stringify({ key: "crew", name: "Crew" });
const HEAD = [
  "POST /v1/topics HTTP/1.1",
  "Host: belfry",
  `Authorization: ${headers.authorization}`,
  "Content-Type: application/json",
  `Content-Length: ${body.length}`,
  "",
  "",
].join("\r\n");
const HEALTH = "GET /v1/health-check HTTP/1.1\r\nHost: belfry\r\n\r\n";

async function listening(settings: Partial<typeof testConfig> = {}) {
  const { app } = await testApp({ db, config: { ...testConfig, ...settings } });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port };
}

async function opened(port: number, text = ""): Promise<{ socket: Socket; answer(): string }> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  if (text) socket.write(text);
  return { socket, answer: () => answer };
}

async function secondsToClose(app: FastifyInstance): Promise<number> {
  const began = performance.now();
  await app.close();
  return (performance.now() - began) / 1_000;
}

test("closing waits for no connection without a request: opened only, idle after one, or half of a head", async () => {
  const { app, port } = await listening();
  await opened(port);
  await opened(port, "GET /v1/health-check HTTP/1.1\r\nHost:");
  const idle = await opened(port, HEALTH);
  await expect.poll(idle.answer).toContain("200 OK");
  const browser = new WebSocket(`ws://127.0.0.1:${port}/v1/inbox/socket`);
  await once(browser, "open");
  expect(await secondsToClose(app)).toBeLessThan(8);
});

test("a request under way is answered and ends its connection; one that arrives in the next moment as well", async () => {
  const { app, port } = await listening();
  const half = await opened(port, HEAD + body.slice(0, 5));
  const late = await opened(port, HEALTH);
  await expect.poll(late.answer).toContain("200 OK");
  await sleep(100);
  const closing = secondsToClose(app);
  await sleep(50);
  late.socket.write(HEALTH);
  await expect.poll(() => late.answer().split("200 OK").length).toBe(3);
  await sleep(700);
  half.socket.write(body.slice(5));
  await once(half.socket, "close");
  expect(half.answer()).toMatch(/^HTTP\/1.1 201 /);
  expect(half.answer().toLowerCase()).toContain("connection: close");
  expect(await closing).toBeLessThan(8);
});

test("a request that never arrives whole is ended after the seconds that a stop may take", async () => {
  const { app, port } = await listening({ stopSeconds: 1 });
  const half = await opened(port, HEAD + body.slice(0, 5));
  await sleep(100);
  const seconds = await secondsToClose(app);
  expect(half.answer()).not.toContain("201");
  expect(seconds).toBeGreaterThan(0.9);
  expect(seconds).toBeLessThan(8);
});

test("an idle connection stays open for as long as is set", async () => {
  const { app, port } = await listening({ idleSeconds: 620 });
  const idle = await opened(port, HEALTH);
  await expect.poll(idle.answer).toContain("Keep-Alive: timeout=620");
  await app.close();
});

test("HEAD is answered wherever GET is", async () => {
  const { app } = await testApp({ db });
  const reads = Object.values<Operations<Record<string, Declaration>>>(groups)
    .flatMap(operationsOf)
    .filter(({ route }) => route.startsWith("GET "));
  expect(reads.length).toBeGreaterThan(50);
  const lacking = reads
    .map(({ route }) => route.slice(4))
    .filter((url) => !url.includes("socket") && !app.hasRoute({ method: "HEAD", url }));
  expect(lacking).toEqual([]);
  for (const url of ["/v1/health-check", "/openapi.json", "/docs"]) {
    const [got, asked] = await Promise.all([app.inject({ url }), app.inject({ method: "HEAD", url })]);
    expect([url, asked.statusCode, asked.body]).toEqual([url, got.statusCode, ""]);
  }
});
