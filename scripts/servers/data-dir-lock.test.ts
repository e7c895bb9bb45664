import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataDir } from "./data-dir-lock.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "belfry-lock-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("a data folder has one launcher at a time, and the refusal names it and the way out", async () => {
  const lock = await lockDataDir(dataDir, 3000);
  await expect(lockDataDir(dataDir, 3100)).rejects.toThrow(
    new RegExp(`already runs .*pid ${process.pid}, port 3000.*BELFRY_DATA_DIR`),
  );
  lock.release();
  (await lockDataDir(dataDir, 3100)).release();
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a launcher that is about to end is waited for", async () => {
  const lock = await lockDataDir(dataDir, 3000);
  lock.announceStop(1_000);
  setTimeout(() => lock.release(), 2_500);
  (await lockDataDir(dataDir, 3100)).release();
});

test("a launcher that takes longer to end than it has said is not waited for any more", async () => {
  const lock = await lockDataDir(dataDir, 3000);
  lock.announceStop(-1_500);
  await expect(lockDataDir(dataDir, 3100)).rejects.toThrow("already runs");
  lock.release();
});

test.each([
  ["of a process that is gone", JSON.stringify({ pid: 1, birth: "another boot/1", port: 3000, stopsBy: null })],
  ["that was cut off while being written", '{"pid": 12'],
])("a lock %s is taken over", async (_, content) => {
  const file = join(dataDir, "launcher.json");
  writeFileSync(file, content);
  const lock = await lockDataDir(dataDir, 3000);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
  lock.release();
});
