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

test("the summary of each operation begins with a verb and is one line without a full stop", () => {
  const verbs = new Set(
    `Accept Activate Add Approve Archive Cancel Change Check Compare Complete Compute Confirm Connect Convert Copy Count Create Decline Delete
    Disable Discard Enable End Explain Export Get Ignore Import Invite Leave Lift List Make Mark Name Open Override Pause Preview Promote
    Publish Pull Receive Record Recover Redirect Refresh Remove Rename Reopen Replace Request Resend Reset Resolve Restore Resume Revert
    Revoke Rotate Save Search Send Set Show Sign Simulate Snooze Start Stop Subscribe Suppress Synchronise Test Trigger Try Unarchive
    Unsnooze Unsubscribe Update Upload Withdraw`.split(/\s+/),
  );
  const odd = OPERATIONS.map(({ summary }) => summary).filter(
    (summary) => !verbs.has(summary.split(/\W/, 1)[0] ?? "") || /[.\n]$/.test(summary),
  );
  expect(odd).toEqual([]);
});
