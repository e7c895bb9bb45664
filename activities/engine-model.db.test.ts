import { Session } from "node:inspector/promises";
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { test } from "vitest";
import { runScenario } from "#test/support/model/run-scenario.ts";
import { scenarios } from "#test/support/model/scenario.ts";

test("cover", async () => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const all = fc.sample(scenarios, { seed: 1, numRuns: 60 });
  const out: unknown[] = [];
  for (const [index, scenario] of all.entries()) {
    await session.post("Profiler.takePreciseCoverage");
    const began = performance.now();
    let failed = "";
    try { await runScenario(scenario); } catch (error) { failed = String(error).slice(0, 200); }
    const took = performance.now() - began;
    const { result } = await session.post("Profiler.takePreciseCoverage") as any;
    const keys: string[] = [];
    for (const { url, functions } of result) {
      if (!/wt-suite\/(activities|db|engine|domain|api\/services)\//.test(url) || /\.test\.ts/.test(url)) continue;
      for (const { functionName, ranges } of functions) for (const { startOffset, endOffset, count } of ranges) if (count > 0) keys.push(`${url.replace(/.*wt-suite\//, "")}:${functionName}:${startOffset}-${endOffset}`);
    }
    out.push({ index, took, failed, commands: scenario.commands.map((c: any) => c.kind), keys });
    writeFileSync("/tmp/suite/cover.json", JSON.stringify(out));
  }
}, 900_000);
