import { expect, test } from "vitest";
import type { Grant } from "./access.ts";
import { PERMISSIONS, type Permission } from "./constants/permissions.ts";
import { OPERATIONS } from "./every-operation.ts";

const memberGrants = OPERATIONS.flatMap(({ route, access }) =>
  access
    .filter((grant): grant is Extract<Grant, { kind: "member" }> => grant.kind === "member")
    .map((grant) => ({ route, grant })),
);

test("an operation admits exactly the roles of the permission that it names", () => {
  for (const { route, grant } of memberGrants) {
    expect([route, grant.roles]).toEqual([route, PERMISSIONS[grant.permission].roles]);
  }
});

test("every permission is needed by some operation", () => {
  const used = new Set<Permission>(memberGrants.map(({ grant }) => grant.permission));
  expect([...used].sort()).toEqual(Object.keys(PERMISSIONS).sort());
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

test("what is for admins is refused to plain members by every operation that changes people, keys or the organisation", () => {
  const adminOnly = memberGrants.filter(({ grant }) => !grant.roles.some((role) => role === "member"));
  expect(new Set(adminOnly.map(({ route }) => route))).toEqual(
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
