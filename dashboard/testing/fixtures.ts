import type { Environment } from "#contract/accounts/environments.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import type { Activity, ActivityJob } from "#contract/notifications.ts";
import type { OutboxMessage } from "#contract/outbox.ts";
import type { Step } from "#contract/workflows/steps.ts";
import type { Trigger, Workflow } from "#contract/workflows/workflows.ts";

const MOMENT = "2026-01-05T09:00:00.000Z";
export const DEVELOPMENT = "00000000-0000-4000-8000-00000000000d";
export const PRODUCTION = "00000000-0000-4000-8000-00000000000e";

let made = 0;
const nextId = () => {
  made += 1;
  return `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`;
};
const owned = () => {
  const _id = nextId();
  return { _id, id: _id, _organizationId: "organization", _environmentId: DEVELOPMENT };
};
const dated = { createdAt: MOMENT, updatedAt: MOMENT };

export const account = {
  ...owned(),
  firstName: "ada",
  email: "ada@example.com",
  hasPassword: true,
  hasSecondFactor: false,
  createdAt: MOMENT,
};
export const organization = {
  ...owned(),
  name: "Acme",
  apiServiceLevel: "unlimited",
  demandsSecondFactor: false,
  ...dated,
};
const widget = { notificationCenterEncryption: false };
export const environments: Environment[] = [
  {
    ...owned(),
    _id: DEVELOPMENT,
    name: "Development",
    identifier: "dev",
    ...dated,
    type: "dev",
    slug: "development_env_0",
    widget,
  },
  {
    ...owned(),
    _id: PRODUCTION,
    name: "Production",
    identifier: "prd",
    _parentId: DEVELOPMENT,
    ...dated,
    type: "prod",
    slug: "production_env_1",
    widget,
  },
];

/** The group of translations `shop`, with texts in these locales. */
export const aTranslationGroup = (locales: readonly string[]) => ({
  _id: "group",
  id: "group",
  _organizationId: "organization",
  _environmentId: DEVELOPMENT,
  _creatorId: "ada",
  name: "Shop",
  identifier: "shop",
  ...dated,
  locales: locales.map((locale) => ({ locale, keys: 1, updatedAt: MOMENT })),
});

function aTrigger(change: Partial<Trigger> = {}): Trigger {
  return {
    type: "event",
    identifier: "order-shipped",
    variables: [],
    reservedVariables: [],
    subscriberVariables: [],
    ...change,
  };
}

export function aStep(template: Omit<NonNullable<Step["template"]>, "_id">, change: Partial<Step> = {}): Step {
  const _id = nextId();
  return {
    _id,
    id: _id,
    _templateId: _id,
    _parentId: null,
    active: true,
    type: "REGULAR",
    filters: [],
    shouldStopOnFail: false,
    outsideHours: "defer",
    replyCallback: {},
    metadata: {},
    template: { _id, ...template },
    ...change,
  };
}

export function aWorkflow(change: Partial<Workflow> = {}): Workflow {
  return {
    ...owned(),
    name: "Order shipped",
    active: true,
    draft: false,
    critical: false,
    type: "REGULAR",
    origin: "novu-cloud-v1",
    isBlueprint: false,
    tags: [],
    preferenceSettings: { in_app: true, email: true, sms: true, chat: true, push: true },
    triggers: [aTrigger()],
    steps: [aStep({ type: "in_app", content: "It is on its way" })],
    version: 3,
    _notificationGroupId: nextId(),
    _creatorId: nextId(),
    deleted: false,
    ...dated,
    ...change,
  };
}

export function aJob(status: JobStatus, change: Partial<ActivityJob> = {}): ActivityJob {
  const _id = nextId();
  return { _id, id: _id, type: "email", status, step: { _id }, executionDetails: [], ...dated, ...change };
}

export function aDetail(detail: string, change: Partial<ActivityJob["executionDetails"][number]> = {}) {
  const _id = nextId();
  return {
    _id,
    id: _id,
    _jobId: _id,
    status: "Success" as const,
    source: "Internal" as const,
    detail,
    isTest: false,
    isRetry: false,
    ...dated,
    ...change,
  };
}

export function aRun(change: Partial<Activity> = {}): Activity {
  return {
    ...owned(),
    _templateId: nextId(),
    _subscriberId: nextId(),
    transactionId: `order-${made}`,
    source: "single",
    channels: ["email"],
    payload: {},
    tags: [],
    version: 3,
    subscriber: { _id: nextId(), subscriberId: "ada" },
    template: { _id: nextId(), name: "Order shipped", triggers: [aTrigger()] },
    jobs: [aJob("completed")],
    expireAt: MOMENT,
    ...dated,
    ...change,
  };
}

export function anOutboxMessage(change: Partial<OutboxMessage> = {}): OutboxMessage {
  return {
    ...owned(),
    _messageId: nextId(),
    channel: "email",
    to: ["ada@example.com"],
    subject: "It has shipped",
    html: "<p>Hello</p>",
    text: "Hello",
    createdAt: MOMENT,
    ...change,
  };
}
