import { auditLogOperations } from "./audit-logs.ts";
import { authOperations, githubOperations, sessionOperations, userOperations } from "./auth.ts";
import { blueprintOperations } from "./blueprints.ts";
import { bridgeOperations } from "./bridge.ts";
import { changeOperations } from "./changes.ts";
import { chatOauthOperations } from "./chat-oauth.ts";
import { deliveryReportOperations } from "./delivery-reports.ts";
import { digestOperations } from "./digests.ts";
import { environmentOperations } from "./environments.ts";
import { eventOperations } from "./events.ts";
import { executionDetailOperations } from "./execution-details.ts";
import { explainOperations } from "./explain.ts";
import { widgetFeedOperations } from "./feed.ts";
import { feedOperations } from "./feeds.ts";
import { healthOperations } from "./health.ts";
import { erasureOperations, exportOperations, importOperations, importUploadOperations } from "./imports.ts";
import { inboundParseOperations } from "./inbound-mail.ts";
import { inboxNotificationOperations, subscriberNotificationOperations } from "./inbox-notifications.ts";
import { inboxPreferenceOperations } from "./inbox-preferences.ts";
import { inboxSessionOperations, inboxSocketOperations } from "./inbox-session.ts";
import { integrationOperations } from "./integrations.ts";
import { layoutOperations } from "./layouts.ts";
import { subscriberMessageOperations } from "./message-marks.ts";
import { messageOperations } from "./messages.ts";
import { notificationGroupOperations } from "./notification-groups.ts";
import { notificationOperations } from "./notifications.ts";
import type { Operation } from "./operations.ts";
import { inviteOperations, memberOperations, organizationOperations } from "./organizations.ts";
import { outboxOperations } from "./outbox.ts";
import { preferenceOperations, widgetPreferenceOperations } from "./preferences.ts";
import { providerLogoOperations } from "./providers.ts";
import { resumptionOperations } from "./resumptions.ts";
import { retentionOperations } from "./retention.ts";
import { safetyCapOperations } from "./safety-caps.ts";
import { scheduleOperations } from "./schedules.ts";
import { subscriberOperations } from "./subscribers.ts";
import { tenantOperations } from "./tenants.ts";
import { topicOperations } from "./topics.ts";
import { translationOperations } from "./translations.ts";
import { layoutV2Operations } from "./v2/layouts.ts";
import { preferenceV2Operations } from "./v2/preferences.ts";
import { publishingOperations } from "./v2/publishing.ts";
import { subscriberV2Operations } from "./v2/subscribers.ts";
import { topicV2Operations } from "./v2/topics.ts";
import { environmentTagOperations, workflowPreferenceOperations, workflowV2Operations } from "./v2/workflows.ts";
import { waitingOperations } from "./waiting.ts";
import { webhookEndpointOperations } from "./webhooks.ts";
import {
  widgetMessageOperations,
  widgetOrganizationOperations,
  widgetSessionOperations,
  widgetUsageLogOperations,
} from "./widgets.ts";
import { workflowOverrideOperations } from "./workflow-overrides.ts";
import { notificationTemplateOperations, workflowOperations } from "./workflows.ts";

/** Every operation of the API by its id. */
export const operationsById = {
  ...auditLogOperations,
  ...authOperations,
  ...githubOperations,
  ...sessionOperations,
  ...userOperations,
  ...blueprintOperations,
  ...bridgeOperations,
  ...changeOperations,
  ...chatOauthOperations,
  ...deliveryReportOperations,
  ...digestOperations,
  ...environmentOperations,
  ...eventOperations,
  ...explainOperations,
  ...executionDetailOperations,
  ...widgetFeedOperations,
  ...feedOperations,
  ...healthOperations,
  ...erasureOperations,
  ...exportOperations,
  ...importOperations,
  ...importUploadOperations,
  ...inboundParseOperations,
  ...inboxNotificationOperations,
  ...subscriberNotificationOperations,
  ...inboxPreferenceOperations,
  ...inboxSessionOperations,
  ...inboxSocketOperations,
  ...integrationOperations,
  ...layoutV2Operations,
  ...layoutOperations,
  ...subscriberMessageOperations,
  ...messageOperations,
  ...notificationGroupOperations,
  ...notificationOperations,
  ...inviteOperations,
  ...memberOperations,
  ...organizationOperations,
  ...outboxOperations,
  ...preferenceV2Operations,
  ...preferenceOperations,
  ...widgetPreferenceOperations,
  ...providerLogoOperations,
  ...publishingOperations,
  ...resumptionOperations,
  ...retentionOperations,
  ...safetyCapOperations,
  ...scheduleOperations,
  ...subscriberV2Operations,
  ...subscriberOperations,
  ...tenantOperations,
  ...topicV2Operations,
  ...topicOperations,
  ...translationOperations,
  ...waitingOperations,
  ...webhookEndpointOperations,
  ...widgetMessageOperations,
  ...widgetOrganizationOperations,
  ...widgetSessionOperations,
  ...widgetUsageLogOperations,
  ...workflowOverrideOperations,
  ...environmentTagOperations,
  ...workflowPreferenceOperations,
  ...workflowV2Operations,
  ...workflowOperations,
  ...notificationTemplateOperations,
};
export type OperationsById = typeof operationsById;

export const OPERATIONS: readonly Operation[] = Object.values(operationsById);
