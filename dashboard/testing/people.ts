import type { InboxNotification } from "#contract/inbox/inbox-notifications.ts";
import type { EffectivePreferences } from "#contract/preferences.ts";
import type { Subscriber } from "#contract/subscribers.ts";
import type { Tenant } from "#contract/tenants.ts";
import type { StoredContext } from "#contract/v2/contexts.ts";
import type { ListedTopic, Subscription } from "#contract/v2/topics.ts";
import type { WorkflowOverride } from "#contract/workflows/workflow-overrides.ts";
import type { Handler } from "./fake-server.ts";
import { DEVELOPMENT } from "./fixtures.ts";

const MOMENT = "2026-01-05T09:00:00.000Z";
const owned = { _organizationId: "organization", _environmentId: DEVELOPMENT };
const dated = { createdAt: MOMENT, updatedAt: MOMENT };

/** Bob, who has an address, two devices and a chat. */
export const aSubscriber = (change: Partial<Subscriber> = {}): Subscriber => ({
  _id: "00000000-0000-4000-8000-0000000000d1",
  id: "00000000-0000-4000-8000-0000000000d1",
  ...owned,
  subscriberId: "bob",
  firstName: "Bob",
  lastName: "Bell",
  email: "bob@example.com",
  locale: "de",
  timezone: "Europe/Berlin",
  data: { plan: "gold" },
  isOnline: false,
  lastOnlineAt: MOMENT,
  channels: [
    {
      _integrationId: "push",
      integrationIdentifier: "fcm-1",
      providerId: "fcm",
      credentials: { deviceTokens: ["nvsk.-one", "nvsk.-two"] },
    },
    { _integrationId: "chat", providerId: "slack", credentials: { webhookUrl: "nvsk.cret" } },
  ],
  deleted: false,
  ...dated,
  ...change,
});

export const aTopic = (change: Partial<ListedTopic> = {}): ListedTopic => ({
  _id: "00000000-0000-4000-8000-0000000000e1",
  id: "00000000-0000-4000-8000-0000000000e1",
  key: "crew",
  name: "Crew",
  subscriberCount: { count: 1, isMore: false },
  ...dated,
  ...change,
});

/** Bob as a member of the crew. */
export const aMembership = (): Subscription => ({
  _id: "00000000-0000-4000-8000-0000000000e2",
  id: "00000000-0000-4000-8000-0000000000e2",
  identifier: "tk_crew:si_bob",
  preferences: [],
  topic: aTopic(),
  subscriber: aSubscriber(),
  ...dated,
});

export const aTenant = (change: Partial<Tenant> = {}): Tenant => ({
  _id: "00000000-0000-4000-8000-0000000000e3",
  id: "00000000-0000-4000-8000-0000000000e3",
  ...owned,
  identifier: "acme",
  name: "Acme Ltd",
  data: { plan: "gold" },
  ...dated,
  ...change,
});

export const aContext = (change: Partial<StoredContext> = {}): StoredContext => ({
  type: "tenant",
  id: "acme",
  data: { plan: "gold" },
  createdAt: dated.createdAt,
  updatedAt: dated.updatedAt,
  ...change,
});

/** Bob takes no texts, and nothing at all of one workflow. */
export const somePreferences = (): EffectivePreferences => ({
  global: { enabled: true, channels: { sms: false } },
  workflows: [
    {
      workflow: { _id: "00000000-0000-4000-8000-0000000000a7", identifier: "order-shipped", name: "Order shipped" },
      isCritical: false,
      isOff: false,
      channels: {
        email: { enabled: true, decidedBy: "WORKFLOW_RESOURCE" },
        sms: { enabled: false, decidedBy: "SUBSCRIBER_GLOBAL" },
      },
    },
    {
      workflow: { _id: "00000000-0000-4000-8000-0000000000a8", identifier: "digest", name: "Digest" },
      isCritical: false,
      isOff: true,
      channels: { email: { enabled: false, decidedBy: "SUBSCRIBER_WORKFLOW" } },
    },
  ],
});

/** An answer of a list under /v2. */
export const listed =
  (...data: unknown[]): Handler =>
  () => ({ body: { data, next: null, previous: null, totalCount: data.length, totalCountCapped: false } });

/** An in-app message of the subscriber, with buttons. */
export const aNotification = (more: Partial<InboxNotification> = {}): InboxNotification => ({
  id: "00000000-0000-4000-8000-0000000000f1",
  transactionId: "order-1",
  subject: "Your order has shipped",
  body: "It arrives tomorrow.",
  to: { id: "00000000-0000-4000-8000-0000000000f2", subscriberId: "bob" },
  isRead: false,
  isSeen: false,
  isArchived: false,
  isSnoozed: false,
  createdAt: "2026-01-05T10:00:00.000Z",
  primaryAction: { label: "Track it", isCompleted: false, redirect: { url: "https://example.com/track" } },
  secondaryAction: { label: "Got it", isCompleted: true },
  channelType: "in_app",
  tags: [],
  severity: "none",
  ...more,
});

export const OVERRIDE_ID = "00000000-0000-4000-8000-0000000000f3";

export const anOverride = (): WorkflowOverride => ({
  _id: OVERRIDE_ID,
  id: OVERRIDE_ID,
  ...owned,
  _workflowId: "00000000-0000-4000-8000-0000000000f4",
  _tenantId: "00000000-0000-4000-8000-0000000000f5",
  active: true,
  preferenceSettings: { in_app: true, email: false, sms: true, chat: true, push: true },
  workflow: {
    identifier: "order-shipped",
    name: "Order shipped",
    active: true,
    preferenceSettings: { in_app: true, email: true, sms: true, chat: true, push: true },
  },
  deleted: false,
  ...dated,
});
