import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import type { Grant } from "#contract/access.ts";
import { PERMISSIONS, type Permission } from "#contract/constants/permissions.ts";
import { MEMBER_ROLES } from "#contract/constants/statuses.ts";
import { testApp } from "#test/support/environment.ts";

const { app, close } = await testApp();
afterAll(close);

const document = readFileSync(join(projectRoot, "docs/permissions.md"), "utf8");

/** The cells of the document's table, a row each. */
const rows = document
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

const entries = Object.entries(PERMISSIONS);
const memberGrants = app.declaredRoutes.flatMap(({ method, url, access }) =>
  access
    .filter((grant): grant is Extract<Grant, { kind: "member" }> => grant.kind === "member")
    .map((grant) => ({ name: `${method} ${url}`, grant })),
);

test("the document's table is what the roles allow", () => {
  expect(rows).toEqual(
    entries.map(([permission, { roles, allows }]) => [
      `\`${permission}\``,
      allows,
      ...MEMBER_ROLES.map((role) => (roles.some((other) => other === role) ? "yes" : "")),
    ]),
  );
});

test("a route admits exactly the roles of the permission that it names", () => {
  for (const { name, grant } of memberGrants) {
    expect([name, grant.roles]).toEqual([name, PERMISSIONS[grant.permission].roles]);
  }
});

test("every permission is needed by some route", () => {
  const used = new Set<Permission>(memberGrants.map(({ grant }) => grant.permission));
  expect([...used].sort()).toEqual(entries.map(([permission]) => permission).sort());
});

/** Below the path of webhook endpoints. */
const WEBHOOK_ROUTES = [
  "GET ",
  "POST ",
  "GET /:id",
  "PATCH /:id",
  "DELETE /:id",
  "POST /:id/rotate-secret",
  "POST /:id/test",
  "GET /:id/messages",
  "GET /:id/messages/:messageId",
  "POST /:id/messages/:messageId/resend",
  "POST /:id/resend-failed",
];

test("what is for admins is refused to plain members by every route that changes people, keys or the organisation", () => {
  const adminOnly = memberGrants.filter(({ grant }) => !grant.roles.some((role) => role === "member"));
  expect(new Set(adminOnly.map(({ name }) => name).filter((name) => !name.startsWith("HEAD")))).toEqual(
    new Set([
      "PATCH /v1/organizations",
      "PUT /v1/organizations/branding",
      "DELETE /v1/organizations/members/:id",
      "PUT /v1/organizations/members/:id/roles",
      "POST /v1/invites",
      "POST /v1/invites/bulk",
      "POST /v1/invites/resend",
      "POST /v1/environments",
      "PUT /v1/environments/:id",
      "DELETE /v1/environments/:id",
      "POST /v1/environments/api-keys/regenerate",
      ...WEBHOOK_ROUTES.map((route) => route.replace(" ", " /v1/webhook-endpoints")),
      "GET /v1/audit-logs",
      "GET /v1/audit-logs/export",
      "PATCH /v1/retention",
      "POST /v1/pauses/:pauseId/continue",
      "POST /v1/pauses/:pauseId/discard",
      "PUT /v1/safety-caps",
      "PUT /v1/safety-caps/workflows/:workflowId",
      "POST /v1/imports",
      "GET /v1/imports",
      "GET /v1/imports/:id",
      "GET /v1/imports/:id/problems",
      "POST /v1/imports/:id/cancel",
      "GET /v1/exports/:kind",
      "GET /v1/subscribers/:subscriberId/export",
      "POST /v1/subscribers/:subscriberId/erase",
      "GET /v1/erasures/:id",
    ]),
  );
});
