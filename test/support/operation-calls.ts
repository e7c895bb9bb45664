import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import type { OperationsById } from "#contract/every-operation.ts";
import type { Operation } from "#contract/schemas/operations.ts";
import type { Populated } from "./populated-environment.ts";

type Id = keyof OperationsById;

/** How an operation is called so that its callers succeed. */
export interface OperationCall {
  /** With the values of its parameters. */
  url: string;
  query?: Record<string, string>;
  body?: object;
}

/**
 * Values of the parameters of paths, by what a path ends with where the parameter stands; the first that fits counts. They name rows
 * of the populated environment.
 */
const PARAMETERS: Readonly<Record<string, (of: Populated) => string>> = {
  "environments/:id": ({ environment }) => environment.environmentId,
  "erasures/:id": ({ id }) => id.erasure,
  "feeds/:id": ({ id }) => id.feed,
  "imports/:id": ({ id }) => id.imported,
  "integrations/:id": ({ id }) => id.integration,
  "layouts/:id": ({ id }) => id.layout,
  "members/:id": ({ id }) => id.member,
  "notification-groups/:id": ({ id }) => id.group,
  "notification-templates/:id": ({ id }) => id.workflow,
  "organizations/:id": ({ environment }) => environment.organizationId,
  "outbox/:id": ({ id }) => id.outbox,
  "schedules/:id": ({ id }) => id.schedule,
  "webhook-endpoints/:id": ({ id }) => id.webhookEndpoint,
  "workflows/:id": ({ id }) => id.workflow,

  "roles/:identifier": ({ roleIdentifier }) => roleIdentifier,
  "subscriptions/:identifier": ({ topicKey, subscriber }) => `tk_${topicKey}:si_${subscriber.subscriberId}`,
  "contexts/:type": () => "tenant",
  "contexts/:type/:id": ({ tenantIdentifier }) => tenantIdentifier,
  "tenants/:identifier": ({ tenantIdentifier }) => tenantIdentifier,
  "translations/:identifier": ({ translationsIdentifier }) => translationsIdentifier,

  "webhook-endpoints/:id/messages/:messageId": ({ id }) => id.webhookMessage,
  ":messageId": ({ message }) => message,
  "transaction/:transactionId": ({ messageTransactionId }) => messageTransactionId,
  ":transactionId": ({ transactionId }) => transactionId,

  "/v1/bridge/preview/:workflowId": ({ id }) => id.codeFirst,
  "/v1/bridge/controls/:workflowId": ({ id }) => id.codeFirst,
  "/v2/workflows/:workflowId": ({ id }) => id.controlled,
  ":workflowId": ({ id }) => id.workflow,
  ":workflowId/:stepId": () => "inbox",
  ":stepId": () => "bell",

  ":actionType": () => "primary",
  "versions/:version": () => "1",
  ":alertRuleId": ({ id }) => id.alertRule,
  ":changeId": ({ id }) => id.change,
  ":channel": () => "email",
  ":digestId": ({ id }) => id.digest,
  ":failureGroupId": ({ id }) => id.failureGroup,
  ":integrationId": ({ id }) => id.integration,
  ":keyId": ({ id }) => id.apiKey,
  ":key": ({ topicKey }) => topicKey,
  ":kind": () => "subscribers",
  ":layoutId": ({ id }) => id.layout,
  ":locale": () => "en",
  ":notificationId": ({ message }) => message,
  ":overrideId": ({ id }) => id.override,
  ":parameter": ({ id }) => id.workflow,
  ":pauseId": ({ id }) => id.pause,
  ":providerId": () => "fcm",
  ":providerOrIntegrationId": ({ id }) => id.integration,
  ":requestId": ({ id }) => id.request,
  ":resumptionId": ({ id }) => id.resumption,
  ":cancellationId": ({ id }) => id.cancellation,
  ":runId": ({ id }) => id.run,
  ":sampleId": ({ id }) => id.sample,
  ":publicationId": ({ id }) => id.publication,
  ":savedViewId": ({ id }) => id.savedView,
  ":sessionId": ({ id }) => id.session,
  ":suppressionId": ({ id }) => id.suppression,
  ":subscriberId": ({ subscriber }) => subscriber.subscriberId,
  ":targetEnvironmentId": ({ environment }) => environment.productionEnvironmentId,
  ":tenantId": ({ id }) => id.tenant,
  ":token": ({ invitationToken }) => invitationToken,
  ":type": () => "primary",
  ":variableKey": ({ variableKey }) => variableKey,
};

/** Values for single operations, in place of those in PARAMETERS. */
const OTHER_PARAMETERS: Partial<Record<Id, (of: Populated) => Record<string, string>>> = {
  addTopicSubscribers: ({ emptyTopicKey }) => ({ ":key": emptyTopicKey }),
  deleteEnvironment: ({ stagingId }) => ({ ":id": stagingId }),
  deleteTopic: ({ emptyTopicKey }) => ({ ":key": emptyTopicKey }),
  getWidgetPreferences: () => ({ ":parameter": "template" }),
  listPreferencesByLevel: () => ({ ":parameter": "template" }),
  reviewTexts: () => ({ ":locale": "de" }),
  sendStepTest: ({ id }) => ({ ":workflowId": id.mailing, ":stepId": "mail" }),
};

const QUERIES: Partial<Record<Id, (of: Populated) => Record<string, string>>> = {
  countInboxNotifications: () => ({ filters: "[{}]" }),
  countNotificationsOfSubscriber: () => ({ filters: "[{}]" }),
  createImport: () => ({ kind: "subscribers" }),
  deletePreferencesOfWorkflow: ({ id }) => ({ workflowId: id.controlled }),
  deleteTranslationKey: () => ({ key: "secret" }),
  getPreferencesOfWorkflow: ({ id }) => ({ workflowId: id.controlled }),
  getWorkflowActivity: ({ id }) => ({ ids: id.workflow }),
  countRecoverableWebhooks: () => ({ since: "2026-12-01T09:00:00Z" }),
  listChanges: () => ({ promoted: "false" }),
  listExecutionDetails: ({ id, subscriber: { subscriberId } }) => ({ notificationId: id.run, subscriberId }),
  previewPublication: ({ environment }) => ({ targetEnvironmentId: environment.productionEnvironmentId }),
  renderPublication: ({ environment, id }) => ({
    targetEnvironmentId: environment.productionEnvironmentId,
    resourceId: id.workflow,
  }),
  listMessages: ({ messageTransactionId }) => ({ transactionId: messageTransactionId }),
  searchObjects: () => ({ query: "secret" }),
};

/** The secret of the second factor that the person of the populated environment has begun. */
export const SECOND_FACTOR = Secret.fromBase32("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");

const nowCode = () => ({ code: new TOTP({ secret: SECOND_FACTOR }).generate() });

const inAnHour = () => ({ snoozeUntil: new Date(Date.now() + 3_600_000).toISOString() });

/** Fields that differ from the example of the body. Most operations are called with that: the populated environment has what it names. */
const BODIES: Partial<Record<Id, (of: Populated) => object>> = {
  // They name rows by ids that Belfry makes, or the address of a server.
  applyChanges: ({ id }) => ({ changeIds: [id.change] }),
  compareBridge: ({ bridgeUrl }) => ({ bridgeUrl }),
  createNotificationTemplate: ({ id }) => ({ notificationGroupId: id.group }),
  createPublication: ({ environment, id }) => ({
    targetEnvironmentId: environment.productionEnvironmentId,
    resources: [{ kind: "workflow", id: id.controlled }],
  }),
  createEnvironmentVariable: ({ environment }) => ({
    values: [{ _environmentId: environment.environmentId, value: "https://staging.example.com" }],
  }),
  updateEnvironmentVariable: ({ environment }) => ({
    values: [{ _environmentId: environment.environmentId, value: "https://shop.example.com" }],
  }),
  createWorkflow: ({ id }) => ({ notificationGroupId: id.group }),
  createWorkflowOverride: ({ id, freeTenantId }) => ({ workflowId: id.workflow, tenantId: freeTenantId }),
  deleteWidgetMessages: ({ message }) => ({ messageIds: [message] }),
  markMessagesOfSubscriber: ({ message }) => ({ messageId: message }),
  markMessagesOfSubscriberAs: ({ message }) => ({ messageId: message }),
  markWidgetMessages: ({ message }) => ({ messageId: message }),
  markWidgetMessagesAs: ({ message }) => ({ messageId: message }),
  orderIntegrations: ({ id }) => ({ integrationIds: [id.integration] }),
  resendInvite: ({ id }) => ({ memberId: id.invited }),
  // A provider that cannot be asked: the mail server of the example is not on this machine.
  testCredentials: () => ({ providerId: "discord", channel: "chat", credentials: {} }),
  setPreferencesOfWorkflow: ({ id }) => ({ workflowId: id.controlled }),
  syncBridge: ({ bridgeUrl }) => ({ bridgeUrl }),
  syncWorkflow: ({ environment }) => ({ targetEnvironmentId: environment.productionEnvironmentId }),
  validateBridge: ({ bridgeUrl }) => ({ bridgeUrl }),

  // Their examples change nothing of the rows that are there, name what is taken, or a moment that is too far away.
  changeEmail: () => ({ email: `${randomUUID()}@example.com` }),
  confirmSecondFactor: nowCode,
  renewRecoveryCodes: nowCode,
  createTopic: () => ({ key: "passengers" }),
  setNotificationTemplateStatus: () => ({ active: false }),
  setWorkflowStatus: () => ({ active: false }),
  updateIntegration: () => ({ active: false }),
  snoozeInboxNotification: inAnHour,
  snoozeNotification: inAnHour,
  updateMemberRole: () => ({ role: "admin" }),
  updateWorkflowPreference: () => ({ enabled: false }),
};

/** Bodies in place of the example. */
const WHOLE_BODIES: Partial<Record<Id, (of: Populated) => object>> = {
  reviewTexts: () => ({}),
  createImport: () => [{ subscriberId: "imported" }],
  createResumption: ({ id }) => ({ runIds: [id.run] }),
  createCancellation: ({ id }) => ({ runIds: [id.run] }),

  // Without a filter they concern every message.
  archiveInboxNotifications: () => ({}),
  archiveNotifications: () => ({}),
  archiveReadInboxNotifications: () => ({}),
  archiveReadNotifications: () => ({}),
  deleteInboxNotifications: () => ({}),
  deleteNotifications: () => ({}),
  readAllWidgetMessages: () => ({}),
  readInboxNotifications: () => ({}),
  readNotifications: () => ({}),
  seeAllWidgetMessages: () => ({}),
  seeInboxNotifications: () => ({}),
  seeNotifications: () => ({}),

  // They have no example.
  compareEnvironment: () => ({}),
  previewStep: () => ({}),
  publishEnvironment: () => ({}),
  updateLayout: () => ({ name: "Taken" }),
};

/** Returns the call of an operation by which callers of the populated environment succeed. */
export function callOf({ id, path, body }: Operation, of: Populated): OperationCall {
  const query = entryOf(QUERIES, id)?.(of);
  const whole = entryOf(WHOLE_BODIES, id)?.(of);
  const examples = body instanceof z.ZodType ? body.meta()?.examples : undefined;
  const [example]: unknown[] = Array.isArray(examples) ? examples : [];
  const differing = entryOf(BODIES, id)?.(of);
  const sent = whole ?? (example || differing ? { ...Object(example), ...differing } : undefined);
  return {
    url: urlOf(path, of, entryOf(OTHER_PARAMETERS, id)?.(of)),
    ...(query && { query }),
    ...(sent && { body: sent }),
  };
}

function urlOf(path: string, of: Populated, others: Record<string, string> = {}): string {
  const parts = path.split("/").map((part, index, parts) => {
    if (!part.startsWith(":")) return part;
    const before = parts.slice(0, index + 1).join("/");
    const [, value] = Object.entries(PARAMETERS).find(([ending]) => before.endsWith(ending)) ?? [];
    if (!value)
      throw new Error(`Nothing is known for ${before}: add it to PARAMETERS in test/support/operation-calls.ts`);
    return encodeURIComponent(others[part] ?? value(of));
  });
  return parts.join("/");
}

const entryOf = <T>(table: Readonly<Record<string, T>>, id: string): T | undefined => table[id];
