import { fork } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { childEnvironment } from "#config.ts";
import { Problem } from "#scripts/problem.ts";
import { identify, signalProcess, waitForEnd } from "#scripts/servers/process-table.ts";
import type { Cleanup } from "./cleanup.ts";
import { type Usage, usageOf } from "./process-usage.ts";

/** A process that executes commands of the bench, so that its CPU time can be told from everything else's. */
export interface Subprocess {
  /** Executes a command in the process. @throws what went wrong there */
  call<Schema extends z.ZodType>(command: string, input: unknown, result: Schema): Promise<z.output<Schema>>;
  usage(): Usage;
}

const Message = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number(), error: z.string() }),
  z.object({ id: z.number(), result: z.unknown().optional() }),
]);

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const ENDS_WITHIN_MS = 5_000;

/**
 * Starts a script of this folder and waits until it serves commands. The cleanup ends it, and so does the end of this process, however
 * that comes.
 */
export async function startSubprocess(script: string, env: NodeJS.ProcessEnv, cleanup: Cleanup): Promise<Subprocess> {
  const child = fork(join(import.meta.dirname, script), {
    env: childEnvironment(env),
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const identity = child.pid === undefined ? null : identify(child.pid);
  cleanup.defer(async () => {
    if (!identity) return;
    // Scripts end when they are disconnected.
    if (child.connected) child.disconnect();
    if (!(await waitForEnd(identity, ENDS_WITHIN_MS))) signalProcess(identity, "SIGKILL");
  });
  const pending = new Map<number, PendingCall>();
  let calls = 0;

  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.on("message", (received) => {
      const message = Message.parse(received);
      if ("ready" in message) return resolve();
      const caller = pending.get(message.id);
      pending.delete(message.id);
      if ("error" in message) caller?.reject(new Error(`${script}: ${message.error}`));
      else caller?.resolve(message.result);
    });
    child.once("exit", (code, signal) => {
      const error = new Problem(`${script} ended (${signal ?? `exit code ${code}`}) before the measurement did.`);
      reject(error);
      for (const caller of pending.values()) caller.reject(error);
    });
  });

  return {
    call(command, input, result) {
      calls += 1;
      const id = calls;
      return new Promise<unknown>((resolve, reject) => {
        pending.set(id, { resolve, reject });
        // The callback gets what would otherwise be an error event: that the process has ended.
        child.send({ id, command, input }, (error) => error && reject(error));
      }).then((reply) => result.parse(reply));
    },
    usage: () => usageOf(child.pid ?? 0),
  };
}
