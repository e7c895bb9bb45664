import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { AUDIT_ACTIONS } from "#contract/constants/audit.ts";
import { OPERATIONS } from "#contract/every-operation.ts";
import { auditActionsOf } from "#contract/schemas/operations.ts";

test("every action is declared by some operation", () => {
  const declared = new Set(OPERATIONS.flatMap(auditActionsOf));
  expect(Object.keys(AUDIT_ACTIONS).sort()).toEqual([...declared].sort());
});

test("an operation that changes something for somebody else than a subscriber says what it notes, or why it notes nothing", () => {
  const silent = OPERATIONS.filter(
    ({ method, access, audit }) =>
      method !== "GET" && audit === undefined && access.some(({ kind }) => ["key", "member", "person"].includes(kind)),
  );
  expect(silent.map(({ route }) => route)).toEqual([]);
});

test("every action is noted by some service", () => {
  const folder = join(projectRoot, "api/services");
  const services = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  expect(Object.keys(AUDIT_ACTIONS).filter((action) => !services.includes(`"${action}"`))).toEqual([]);
});
