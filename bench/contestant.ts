import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { childEnvironment } from "#config.ts";
import { Problem } from "#scripts/problem.ts";
import { type Usage, usageOf } from "./process-usage.ts";

/** A process of its own that does one kind of work when told to, so that its costs can be told from the others'. */
export interface Contestant {
  /** Has the process do something. @throws what went wrong there */
  call<Schema extends z.ZodType>(command: string, input: unknown, result: Schema): Promise<z.output<Schema>>;
  usage(): Usage;
  stop(): Promise<void>;
}

const Message = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number(), error: z.string() }),
  z.object({ id: z.number(), result: z.unknown().optional() }),
]);

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Starts a script of this folder and waits until it obeys. It ends with this process, however this one ends. */
export async function startContestant(script: string, env: NodeJS.ProcessEnv): Promise<Contestant> {
  const child = fork(join(import.meta.dirname, script), {
    env: childEnvironment(env),
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, Waiting>();
  let calls = 0;

  await new Promise<void>((resolve, reject) => {
    child.on("message", (received) => {
      const message = Message.parse(received);
      if ("ready" in message) return resolve();
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if ("error" in message) caller?.reject(new Error(`${script}: ${message.error}`));
      else caller?.resolve(message.result);
    });
    child.once("exit", (code, signal) => {
      const error = new Problem(`${script} ended (${signal ?? `exit code ${code}`}) before the measurement did.`);
      reject(error);
      for (const caller of waiting.values()) caller.reject(error);
    });
  });

  return {
    call(command, input, result) {
      calls += 1;
      const id = calls;
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, command, input });
      }).then((reply) => result.parse(reply));
    },
    usage: () => usageOf(child.pid ?? 0),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await once(child, "exit");
    },
  };
}
