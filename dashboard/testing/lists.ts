import type { MessageWithSubscriber } from "#contract/messages.ts";
import type { Waiting } from "#contract/waiting.ts";
import { DEVELOPMENT } from "./fixtures.ts";

const MOMENT = "2026-01-05T09:00:00.000Z";
const RUN = "00000000-0000-4000-8000-0000000000f1";
const owned = { _organizationId: "organization", _environmentId: DEVELOPMENT };

/** A delivered email to bob. */
export const aMessage = (change: Partial<MessageWithSubscriber> = {}): MessageWithSubscriber => ({
  _id: "00000000-0000-4000-8000-0000000000a1",
  id: "00000000-0000-4000-8000-0000000000a1",
  ...owned,
  _templateId: "workflow",
  _messageTemplateId: "step",
  _notificationId: RUN,
  _jobId: "job",
  _subscriberId: "subscriber",
  _feedId: null,
  templateIdentifier: "order-shipped",
  transactionId: "order-1",
  channel: "email",
  subject: "Your parcel is on its way",
  content: "<p>Hello</p>",
  deviceTokens: [],
  cta: {},
  tags: [],
  payload: {},
  overrides: {},
  seen: false,
  read: false,
  archived: false,
  deleted: false,
  status: "sent",
  expireAt: MOMENT,
  createdAt: MOMENT,
  updatedAt: MOMENT,
  subscriber: {
    _id: "subscriber",
    id: "subscriber",
    ...owned,
    subscriberId: "bob",
    channels: [],
    deleted: false,
    createdAt: MOMENT,
    updatedAt: MOMENT,
  },
  workflow: {
    id: "workflow",
    identifier: "order-shipped",
    name: "Order shipped",
    critical: false,
    tags: [],
    severity: "none",
  },
  ...change,
});

/** A run of bob's that waits in a delay. */
export const aWaiting = (change: Partial<Waiting> = {}): Waiting => ({
  _id: "00000000-0000-4000-8000-0000000000b1",
  kind: "delay",
  dueAt: "2026-01-06T09:00:00.000Z",
  since: MOMENT,
  workflow: { _id: "workflow", identifier: "order-shipped", name: "Order shipped" },
  transactionId: "order-1",
  _notificationId: RUN,
  subscriberId: "bob",
  step: { _id: "step", type: "delay" },
  ...change,
});
