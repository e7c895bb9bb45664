import { expect, test } from "vitest";
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
