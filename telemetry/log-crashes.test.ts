import { execFile } from "node:child_process";
import { expect, test } from "vitest";

const crash = (statement: string) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const program = `
      import { logCrashes } from "./telemetry/log-crashes.ts";
      import { createLogger } from "./telemetry/logger.ts";
      logCrashes(createLogger({ logLevel: "info" }));
      setInterval(() => undefined, 1000);
      ${statement}`;
    const options = ["--import", "tsx", "--input-type=module", "-e", program];
    execFile(process.execPath, options, { cwd: `${import.meta.dirname}/..` }, (error, stdout, stderr) =>
      resolve({ code: error?.code, output: stdout + stderr }),
    );
  });

const error = `Object.assign(new Error("Failed query: select $1\\nparams: Augusta"), { query: "select $1", params: ["Augusta"] })`;

test.each([
  ["an exception", `setTimeout(() => { throw ${error}; })`],
  ["a rejection", `void Promise.reject(${error})`],
])("a process that dies of %s says so without the data in it", async (_, statement) => {
  const { code, output } = await crash(statement);
  expect([code, output.trim().split("\n")]).toEqual([1, [expect.stringContaining("the process crashed")]]);
  expect(output).toContain("select $1");
  expect(output).not.toContain("Augusta");
});
