import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { AUDIT_ACTIONS } from "#contract/constants/audit.ts";

const document = readFileSync(join(projectRoot, "docs/audit.md"), "utf8");

test("the document lists every action of the audit log with its meaning", () => {
  const rows = [...document.matchAll(/^\| `([\w.]+)` *\| (.+?) *\|$/gm)].map(([, action, meaning]) => [
    action,
    meaning,
  ]);
  expect(rows).toEqual(Object.entries(AUDIT_ACTIONS));
});

test("every action is noted by some service", () => {
  const folder = join(projectRoot, "api/services");
  const services = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  expect(Object.keys(AUDIT_ACTIONS).filter((action) => !services.includes(`"${action}"`))).toEqual([]);
});
