import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { childEnvironment, projectRoot } from "#config.ts";
import { recordChildren } from "#scripts/servers/child-records.ts";
import { freePort } from "#scripts/servers/ports.ts";
import { identify } from "#scripts/servers/process-table.ts";
import { createDataDir } from "./data-dirs.ts";
import { eventually, isHealthy, type Product, TIME_SCALE } from "./processes.ts";
import { createApi, type TestApi } from "./rest.ts";

type Script = "api" | "worker";

/** API and worker as processes of their own. One that ends is started again, as supervisors of processes do. */
export interface Apart {
  readonly origin: string;
  readonly api: TestApi;
  /** Ends a process. @returns milliseconds until it was gone */
  end(script: Script, signal: "SIGKILL" | "SIGTERM"): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the built API and worker on the Postgres and Temporal of a product, with a task queue of their own. */
export async function startApart(product: Product, taskQueue: string): Promise<Apart> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = childEnvironment({
    NODE_ENV: undefined,
    VITEST: undefined,
    NODE_OPTIONS: undefined,
    DATABASE_URL: product.dev.databaseUrl,
    TEMPORAL_ADDRESS: product.dev.temporalAddress,
    BELFRY_TASK_QUEUE: taskQueue,
    BELFRY_DATA_DIR: product.dataDir,
    BELFRY_PORT: String(port),
    BELFRY_LOG_LEVEL: "silent",
    BELFRY_TIME_SCALE: String(TIME_SCALE),
  });
  // Should nobody stop them, the end of the run does.
  const records = createDataDir();
  const parts = { api: "processes/api", worker: "processes/worker" } as const;
  const running = new Map<Script, ChildProcess>();
  const run = (script: Script) => {
    const args = [join(projectRoot, "scripts", "run-built.mjs"), parts[script]];
    running.set(script, spawn(process.execPath, args, { cwd: projectRoot, env, stdio: "ignore" }));
    const children = [...running].flatMap(([name, { pid }]) => {
      const identity = pid === undefined ? null : identify(pid);
      return identity ? [{ ...identity, name, stopSignal: "SIGTERM" as const }] : [];
    });
    recordChildren(records, children);
  };
  const living = (script: Script) => {
    const child = running.get(script);
    return child && child.exitCode === null && child.signalCode === null ? child : null;
  };
  const end: Apart["end"] = async (script, signal) => {
    const began = performance.now();
    const child = living(script);
    if (child) {
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    }
    return performance.now() - began;
  };
  const startMissing = () => {
    for (const script of ["worker", "api"] as const) if (!living(script)) run(script);
  };
  startMissing();
  const supervision = setInterval(startMissing, 200);
  await eventually("the API answers", 60_000, () => isHealthy(origin));
  return {
    origin,
    api: createApi(origin, product.dev.apiKey),
    end,
    async stop() {
      clearInterval(supervision);
      await Promise.all([end("api", "SIGKILL"), end("worker", "SIGKILL")]);
    },
  };
}
