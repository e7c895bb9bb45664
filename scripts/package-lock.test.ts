import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { projectRoot } from "#config.ts";

const Entry = z.object({
  resolved: z.string().optional(),
  link: z.boolean().default(false),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const { packages } = z
  .object({ packages: z.record(z.string(), Entry) })
  .parse(JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8")));

test("the lock file has the optional packages of every system, without which npm ci refuses it", () => {
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(optional).toContain("@biomejs/cli-darwin-arm64");
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});

test("the lock file names no registry but npm's own", () => {
  const addresses = Object.values(packages).flatMap(({ resolved, link }) =>
    resolved === undefined || link ? [] : [resolved],
  );
  expect(addresses.filter((address) => !address.startsWith("https://registry.npmjs.org/"))).toEqual([]);
});
