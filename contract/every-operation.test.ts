import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OPERATIONS } from "./every-operation.ts";

/** The names and ids of the groups that the files of the contract export. */
async function groups(): Promise<[name: string, ids: string[]][]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (file) => /^([\w-]+\/)*[\w-]+\.ts$/.test(file) && file !== "operation-groups.ts",
  );
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, object>> => import(join(import.meta.dirname, file))),
  );
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith("Operations"))
    .map(([name, group]) => [name, Object.keys(group)]);
}

test("every group is listed, and no id is declared by two of them", async () => {
  const declared = await groups();
  const ids = declared.flatMap(([, ids]) => ids);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  expect(declared.filter(([, ids]) => ids.some((id) => repeated.includes(id)))).toEqual([]);
  expect(OPERATIONS.map(({ id }) => id).sort()).toEqual(ids.sort());
});
