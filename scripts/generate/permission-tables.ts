import { PERMISSIONS } from "#contract/constants/permissions.ts";
import { MEMBER_ROLES } from "#contract/constants/statuses.ts";
import { TAGS } from "#contract/constants/tags.ts";
import { OPERATIONS } from "#contract/every-operation.ts";
import type { Grant } from "#contract/schemas/access.ts";
import { code, documentPart, type Output, tableOf } from "./output.ts";

function roles(): string {
  const rows = Object.entries(PERMISSIONS).map(([permission, { roles, allows }]) => [
    code(permission),
    allows,
    ...MEMBER_ROLES.map((role) => (roles.some((other) => other === role) ? "yes" : "")),
  ]);
  return tableOf([["permission", "a member may ...", ...MEMBER_ROLES], ...rows]);
}

const CALLERS: Readonly<Record<Exclude<Grant["kind"], "member" | "key">, string>> = {
  public: "everybody",
  person: "person",
  subscriber: "subscriber",
  socket: "subscriber",
};

function callerOf(grant: Grant): string {
  if (grant.kind === "member")
    return `member: ${code(grant.permission)}${grant.neverPublished ? ", also in Production" : ""}`;
  if (grant.kind === "key") return grant.reach === "organization" ? "organization key" : "API key";
  return CALLERS[grant.kind];
}

function callers(): string {
  const sections = Object.keys(TAGS).map((tag) => {
    const rows = OPERATIONS.filter((operation) => operation.tag === tag).map(({ route, summary, access }) => [
      code(route),
      summary,
      access.map(callerOf).join(", "),
    ]);
    return [`### ${tag}`, tableOf([["operation", "does", "may be called by"], ...rows])];
  });
  return sections.flat().join("\n\n");
}

export const permissionTables: readonly Output[] = [
  documentPart("docs/permissions.md", "contract/constants/permissions.ts", roles),
  documentPart("docs/permissions.md", "contract/every-operation.ts", callers),
];
