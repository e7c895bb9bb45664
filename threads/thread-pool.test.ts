import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createThreadPool } from "./thread-pool.ts";

const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };
const never = () => new AbortController().signal;

let folder: string;
let file: URL;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "threads-"));
  const path = join(folder, "task.mjs");
  writeFileSync(
    path,
    `import { threadId } from "node:worker_threads";
    export default function run(task) {
      if (task === "thread") return threadId;
      if (task === "fail") throw new Error("failed by itself");
      const list = [];
      for (;;) if (task === "grow") list.push(new Array(1000).fill(task.length));
    }`,
  );
  file = pathToFileURL(path);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a task that does not end is ended by its signal, and the next one has a thread of its own", async () => {
  const pool = createThreadPool({ threads: 1, memory: MEMORY });
  const first = await pool.run<number>(file, "thread", never);
  const stuck = pool.run(file, "spin", () => AbortSignal.timeout(200));
  const second = pool.run<number>(file, "thread", never);
  expect(await stuck).toEqual({ ended: "signal" });
  expect(await second).toEqual({ result: expect.any(Number) });
  expect(await second).not.toEqual(first);
  await pool.close();
});

test("a thread that is ended while it loads its task ends alone, and not the process", async () => {
  const path = join(folder, "slow-to-load.mjs");
  const constants = Array.from({ length: 20_000 }, (_, i) => `export const c${i} = ${i};`);
  writeFileSync(path, [...constants, "export default () => process.features.require_module;"].join("\n"));
  const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
  const load = async (until: () => AbortSignal) => {
    const pool = createThreadPool({ threads: 1, memory });
    const began = performance.now();
    const end = await pool.run<boolean>(pathToFileURL(path), null, until);
    const tookMs = performance.now() - began;
    await pool.close();
    return { end, tookMs };
  };
  const { end, tookMs } = await load(never);
  expect(end).toEqual({ result: false });
  // Moments in the later half of the time that it takes, when the file has been read.
  for (let i = 0; i < 10; i++) {
    const { end } = await load(() => AbortSignal.timeout(Math.ceil(tookMs * (0.5 + i / 20))));
    expect([{ result: false }, { ended: "signal" }]).toContainEqual(end);
  }
});

test("the time of a task begins when a thread is free for it", async () => {
  const pool = createThreadPool({ threads: 1, memory: MEMORY });
  const signals: AbortSignal[] = [];
  const areOthersEnded: boolean[] = [];
  const spin = () =>
    pool.run(file, "spin", () => {
      areOthersEnded.push(signals.every(({ aborted }) => aborted));
      const signal = AbortSignal.timeout(100);
      signals.push(signal);
      return signal;
    });
  await Promise.all([spin(), spin(), spin()]);
  expect(areOthersEnded).toEqual([true, true, true]);
  await pool.close();
});

test("a thread that takes too much memory is ended, a task that fails rejects, and others are run", async () => {
  const pool = createThreadPool({ threads: 1, memory: MEMORY });
  expect(await pool.run(file, "grow", never)).toEqual({ ended: "memory" });
  await expect(pool.run(file, "fail", never)).rejects.toThrow("failed by itself");
  expect(await pool.run(file, "thread", never)).toEqual({ result: expect.any(Number) });
  await pool.close();
});

test("tasks that are under way or wait reject when the threads are closed, and none is started later", async () => {
  const pool = createThreadPool({ threads: 1, memory: MEMORY });
  await pool.run(file, "thread", never);
  const tasks = Promise.allSettled([pool.run(file, "spin", never), pool.run(file, "thread", never)]);
  await pool.close();
  expect((await tasks).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(pool.run(file, "thread", never)).rejects.toThrow("The threads are closed");
});
