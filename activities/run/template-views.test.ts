import { expect, test } from "vitest";
import { sharedView, subscriberView } from "./template-views.ts";

const unnamed = { firstName: null, lastName: null, email: null, phone: null };
const nobody = { ...unnamed, avatar: null, locale: null, timezone: null };
const ada = { ...nobody, id: "1", subscriberId: "ada", data: null, isOnline: null, lastOnlineAt: null };

test("templates see a subscriber's id as _id, and nothing of what is not set", () => {
  expect(subscriberView(ada)).toEqual({ _id: "1", subscriberId: "ada" });
  expect(subscriberView({ ...ada, firstName: "Ada", isOnline: false, data: { plan: null } })).toEqual({
    _id: "1",
    subscriberId: "ada",
    firstName: "Ada",
    isOnline: false,
    data: { plan: null },
  });
});

test("templates see the tenant's id as _id, and of the actor the same as of a subscriber, with moments in UTC", () => {
  const tenant = { identifier: "acme", name: "Acme", data: null, createdAt: "2026-01-01", updatedAt: "2026-01-02" };
  const shared = {
    canceled: false,
    canceledBy: null,
    isAwaited: false,
    pauseId: null,
    caps: { environment: null, workflow: null },
    testDelivery: null,
    workflow: {
      identifier: "orders",
      name: "Orders",
      critical: false,
      preferencesReadOnly: false,
      preferencesEnabled: true,
      severity: "none" as const,
      preferenceSettings: {} as never,
      tags: [],
    },
    environment: { name: "Development", type: "dev" as const },
    branding: null,
    variablesRevision: 0,
    serviceLevel: "free" as const,
    context: null,
    integrations: [],
    memberLayer: null,
    tenantOverride: null,
    layouts: null,
    replies: null,
  };
  const actor = { ...ada, lastOnlineAt: "2026-01-01T02:00:00+02:00" };
  expect(sharedView({ ...shared, tenant: { id: "2", ...tenant }, actor })).toEqual({
    ...shared,
    env: null,
    tenant: { _id: "2", ...tenant },
    actor: { _id: "1", subscriberId: "ada", lastOnlineAt: "2026-01-01T00:00:00.000Z" },
  });
  expect(sharedView({ ...shared, tenant: null, actor: null })).toMatchObject({ tenant: null, actor: null });
});
