import { expect, test } from "vitest";
import { providers } from "#providers/registry.ts";
import { isSecretPath } from "#providers/stored-credentials.ts";
import { createLogger } from "./logger.ts";

function logged(level: "info" | "warn", write: (logger: ReturnType<typeof createLogger>) => void): unknown[] {
  const lines: string[] = [];
  write(createLogger({ logLevel: level }, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test("a line is one JSON object with level, time and what was given", () => {
  const [line] = logged("info", (logger) => logger.info({ transactionId: "t-1" }, "run started"));
  expect(line).toMatchObject({ level: "info", service: "belfry", transactionId: "t-1", msg: "run started" });
  expect(line).toHaveProperty("time", expect.stringMatching(/^\d{4}-\d\d-\d\dT/));
});

test("what is below the configured level is not written", () => {
  expect(logged("warn", (logger) => logger.info("chatter"))).toEqual([]);
});

test("credentials never reach the log", () => {
  const lines = logged("info", (logger) =>
    logger.info({
      integration: { credentials: { password: "hunter2" } },
      req: { headers: { authorization: "hunter2" } },
    }),
  );
  expect(JSON.stringify(lines)).not.toContain("hunter2");
  expect(lines).toHaveLength(1);
});

test("addresses of calls are logged without the secrets in their queries", () => {
  const lines = logged("info", (logger) =>
    logger.info({ url: "/v1/x?token=hunter2&page=1", req: { method: "GET", url: "/v1/x?key=hunter2" } }, "called"),
  );
  expect(lines).toMatchObject([
    { url: "/v1/x?token=[secret]&page=1", req: { method: "GET", url: "/v1/x?key=[secret]" } },
  ]);
});

test.each(providers.map((provider) => [provider.id, provider] as const))(
  "what is secret of the credentials of %s is redacted on its own, too",
  (_, { credentials }) => {
    const secrets = Object.keys(credentials.shape).filter((key) => isSecretPath(credentials, [key]));
    const inStructures = isSecretPath(credentials, ["tlsOptions", "key"]) ? { tlsOptions: { key: "hunter2" } } : {};
    const given = { ...Object.fromEntries(secrets.map((key) => [key, "hunter2"])), ...inStructures };
    const lines = logged("info", (logger) => logger.info({ ...given, deep: { down: [given] } }, "x"));
    expect(JSON.stringify(lines)).not.toContain("hunter2");
  },
);

const ADDRESS = "ada.lovelace@example.com";

test.each<[string, Error]>([
  [
    "SMTP",
    Object.assign(new Error(`550 <${ADDRESS}> unknown`), { responseCode: 550, command: `RCPT TO:<${ADDRESS}>` }),
  ],
  ["a rejected recipient", Object.assign(new Error("refused"), { rejected: [ADDRESS], response: `550 ${ADDRESS}` })],
  ["HTTP", new Error(`GET https://me:${ADDRESS}@example.com/people/${ADDRESS}?q=1 failed`)],
  ["a request's body", Object.assign(new Error("fetch failed"), { body: ADDRESS, config: { data: ADDRESS } })],
  ["a cause", new Error("failed", { cause: new Error(`about ${ADDRESS}`) })],
  ["an aggregate", new AggregateError([new Error(`about ${ADDRESS}`)], "all failed")],
  ["JSON", jsonError(`{"email": ${ADDRESS}}`)],
  ["a message of several lines", new Error(`first\n    at ${ADDRESS}\nlast`)],
])("an error of %s is logged without the data in it", (_, error) => {
  const lines = logged("info", (logger) => {
    logger.info({ err: error }, "failed");
    logger.info({ err: error });
    logger.info(error);
    logger.child({ error }).info({ deep: { reason: error } }, "failed");
  });
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatchObject({ err: { type: error.name, stack: expect.stringContaining("logger.test.ts") } });
  expect(JSON.stringify(lines)).not.toContain("lovelace");
});

function jsonError(text: string): Error {
  try {
    JSON.parse(text);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("this is JSON");
}
