import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { Client } from "@temporalio/client";
import { Worker } from "@temporalio/worker";
import { z } from "zod";
import { loadConfig, requireServices } from "#config.ts";
import { connectTemporal } from "#engine/connect.ts";
import { createLogger } from "#telemetry/logger.ts";
import { closedLoop } from "../closed-loop.ts";
import type { bareExecutionRun } from "./bare-execution-run.ts";
import { serveCommands } from "./serve-commands.ts";

// Worker and client on one connection, as in the product, and nothing else. An execution counts when its activity has
// run, as a trigger counts when its message has arrived: neither waits for the execution to be closed.

const TASK_QUEUE = "bench-bare-executions";
const noted = new Map<string, () => void>();

const config = requireServices(loadConfig());
const connection = await connectTemporal(config, createLogger(config));
const workflowsPath = fileURLToPath(new URL("./bare-execution-run.ts", import.meta.url));
const worker = await Worker.create({
  connection,
  taskQueue: TASK_QUEUE,
  workflowsPath,
  activities: { note: async (id: string) => noted.get(id)?.() },
  // As the product has them (processes/start-worker.ts and engine/workflow-bundle.ts).
  maxCachedWorkflows: 400,
  bundlerOptions: { preloadModules: [workflowsPath] },
});
const client = new Client({ connection });
worker.run().catch(() => process.exit(1));

/** Starts one execution. Returns the milliseconds until its activity ran. */
async function runOne(): Promise<number> {
  const id = randomUUID();
  const ran = new Promise<void>((resolve) => noted.set(id, resolve));
  const start = performance.now();
  await client.workflow.start<typeof bareExecutionRun>("bareExecutionRun", {
    args: [id],
    workflowId: id,
    taskQueue: TASK_QUEUE,
    requestEagerStart: true,
  });
  await ran;
  noted.delete(id);
  return performance.now() - start;
}

const Load = z.object({ tasks: z.int(), inFlight: z.int() });

serveCommands({
  run: async (input) => closedLoop(Load.parse(input), runOne),
});
