import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { digestOf } from "./source-digest.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "belfry-digest-"));
  mkdirSync(join(folder, "client"));
  write("client/client.ts", "export {};");
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const digest = () => digestOf([join(folder, "client")]);

test("a source that is changed, added or renamed makes a build stale", () => {
  const digests = [digest()];
  write("client/client.ts", "export const a = 1;");
  digests.push(digest());
  write("client/more.ts", "");
  digests.push(digest());
  rmSync(join(folder, "client/more.ts"));
  write("client/other.ts", "");
  digests.push(digest());
  expect(new Set(digests).size).toBe(4);
});

test("what a build has made inside of its sources, generated files and tests do not", () => {
  const before = digest();
  mkdirSync(join(folder, "client/dist"));
  write("client/dist/client.js", "export {};");
  mkdirSync(join(folder, "client/dist.5a4b.123.tmp"));
  write("client/dist.5a4b.123.tmp/client.js", "export {};");
  write("client/operations.gen.ts", "export {};");
  write("client/client.test.ts", "export {};");
  expect(digest()).toBe(before);
});
