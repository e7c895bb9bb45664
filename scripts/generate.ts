import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";
import { formatted } from "./formatted.ts";
import { auditTables } from "./generate/audit-tables.ts";
import { clientResources } from "./generate/client-resources.ts";
import type { Output } from "./generate/output.ts";
import { permissionTables } from "./generate/permission-tables.ts";
import { providerList } from "./generate/provider-list.ts";
import { settingTables } from "./generate/setting-tables.ts";
import { unsubscribeList } from "./generate/unsubscribe-list.ts";

// `npm run generate`: writes whatever in the repository is made from something else in it. With --check it writes nothing, and fails
// with the files that are out of date.

const outputs: readonly Output[] = [
  { file: "client/resources.gen.ts", content: clientResources },
  settingTables,
  providerList,
  unsubscribeList,
  ...permissionTables,
  ...auditTables,
];

const writes = !process.argv.includes("--check");
const changed = new Set<string>();
for (const { file, content } of outputs) {
  const path = join(projectRoot, file);
  const current = existsSync(path) ? readFileSync(path, "utf8") : "";
  const made = await formatted(file, await content(current));
  if (made === current) continue;
  changed.add(file);
  if (writes) writeFileSync(path, made);
}

if (changed.size > 0) {
  const files = [...changed].join(", ");
  console.error(writes ? `Written: ${files}.` : `Out of date: ${files}: run "npm run generate".`);
  process.exitCode = writes ? 0 : 1;
}
