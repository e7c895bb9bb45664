import { expect, test } from "vitest";
import type { Permission } from "./constants/permission-names.ts";
import { PERMISSIONS, permissionsOfRole } from "./constants/permissions.ts";
import { OPERATIONS } from "./every-operation.ts";
import type { Grant } from "./schemas/access.ts";

const memberGrants = OPERATIONS.flatMap(({ route, access }) =>
  access
    .filter((grant): grant is Extract<Grant, { kind: "member" }> => grant.kind === "member")
    .map((grant) => ({ route, grant })),
);

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
  "GET /:id/recoverable",
  "POST /:id/recover",
];

test("what is for admins is refused to plain members by every operation that changes people, keys or the organisation", () => {
  const adminOnly = memberGrants.filter(({ grant }) => !permissionsOfRole("member").includes(grant.permission));
  expect(new Set(adminOnly.map(({ route }) => route))).toEqual(
    new Set([
      "GET /v1/health-check/system",
      "PATCH /v1/organizations",
      "POST /v1/environment-variables",
      "PATCH /v1/environment-variables/:variableKey",
      "DELETE /v1/environment-variables/:variableKey",
      "PUT /v1/organizations/branding",
      "POST /v1/organizations/branding/logo",
      "DELETE /v1/organizations/members/:id",
      "PUT /v1/organizations/members/:id/roles",
      "POST /v1/invites",
      "POST /v1/invites/bulk",
      "POST /v1/invites/resend",
      "POST /v1/environments",
      "PUT /v1/environments/:id",
      "DELETE /v1/environments/:id",
      "GET /v1/environments/api-keys",
      "POST /v1/environments/api-keys/regenerate",
      "GET /v1/api-keys",
      "POST /v1/api-keys",
      "PATCH /v1/api-keys/:keyId",
      "POST /v1/api-keys/:keyId/roll",
      "DELETE /v1/api-keys/:keyId",
      "POST /v1/organizations/roles",
      "PATCH /v1/organizations/roles/:identifier",
      "DELETE /v1/organizations/roles/:identifier",
      ...WEBHOOK_ROUTES.map((route) => route.replace(" ", " /v1/webhook-endpoints")),
      "GET /v1/webhook-events",
      "GET /v1/webhook-events/latest",
      "GET /v1/webhook-events/settings",
      "PUT /v1/webhook-events/settings",
      "GET /v1/audit-logs",
      "GET /v1/audit-logs/export",
      "PATCH /v1/retention",
      "POST /v1/pauses/:pauseId/continue",
      "POST /v1/pauses/:pauseId/discard",
      "PUT /v1/requests/settings",
      "PUT /v1/safety-caps",
      "PUT /v1/safety-caps/workflows/:workflowId",
      "PUT /v1/test-delivery",
      "PUT /v1/suppression-rules",
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
