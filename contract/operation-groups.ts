// Every group of operations. They are exported, not put into an object: the type of that would be too long for a declaration file.

export { apiKeyOperations } from "./api-keys.ts";
export { auditLogOperations } from "./audit-logs.ts";
export { authOperations, githubOperations, sessionOperations, userOperations } from "./auth.ts";
export { blueprintOperations } from "./blueprints.ts";
export { bridgeOperations } from "./bridge.ts";
export { changeOperations } from "./changes.ts";
export { chatOauthOperations } from "./chat-oauth.ts";
export { deliveryReportOperations } from "./delivery-reports.ts";
export { digestOperations } from "./digests.ts";
export { environmentOperations } from "./environments.ts";
export { eventOperations } from "./events.ts";
export { executionDetailOperations } from "./execution-details.ts";
export { explainOperations } from "./explain.ts";
export { widgetFeedOperations } from "./feed.ts";
export { feedOperations } from "./feeds.ts";
export { healthOperations } from "./health.ts";
export { erasureOperations, exportOperations, importOperations, importUploadOperations } from "./imports.ts";
export { inboundParseOperations } from "./inbound-mail.ts";
export { inboxDemoOperations } from "./inbox-demo.ts";
export { inboxNotificationOperations, subscriberNotificationOperations } from "./inbox-notifications.ts";
export { inboxPreferenceOperations } from "./inbox-preferences.ts";
export { inboxOrganizationOperations, inboxSessionOperations, inboxSocketOperations } from "./inbox-session.ts";
export { integrationOperations } from "./integrations.ts";
export { layoutOperations } from "./layouts.ts";
export { subscriberMessageOperations } from "./message-marks.ts";
export { messageOperations } from "./messages.ts";
export { notificationGroupOperations } from "./notification-groups.ts";
export { notificationOperations } from "./notifications.ts";
export { inviteOperations, memberOperations, organizationOperations } from "./organizations.ts";
export { outboxOperations } from "./outbox.ts";
export { overviewOperations } from "./overview.ts";
export { preferencePageOperations, preferencesLinkOperations } from "./preference-page.ts";
export { preferenceOperations, widgetPreferenceOperations } from "./preferences.ts";
export { providerLogoOperations } from "./providers.ts";
export { resumptionOperations } from "./resumptions.ts";
export { retentionOperations } from "./retention.ts";
export { roleOperations } from "./roles.ts";
export { safetyCapOperations } from "./safety-caps.ts";
export { scheduleOperations } from "./schedules.ts";
export { searchOperations } from "./search.ts";
export { subscriberOperations } from "./subscribers.ts";
export { tenantOperations } from "./tenants.ts";
export { topicOperations } from "./topics.ts";
export { translationOperations } from "./translations.ts";
export { conditionTrialOperations } from "./v2/condition-trials.ts";
export { emailBodyOperations } from "./v2/email-bodies.ts";
export { layoutV2Operations } from "./v2/layouts.ts";
export { payloadSampleOperations } from "./v2/payload-samples.ts";
export { preferenceV2Operations } from "./v2/preferences.ts";
export { publishingOperations } from "./v2/publishing.ts";
export { stepWaitOperations } from "./v2/step-waits.ts";
export { subscriberV2Operations } from "./v2/subscribers.ts";
export { topicV2Operations } from "./v2/topics.ts";
export { workflowVersionOperations } from "./v2/workflow-versions.ts";
export { environmentTagOperations, workflowPreferenceOperations, workflowV2Operations } from "./v2/workflows.ts";
export { waitingOperations } from "./waiting.ts";
export { webhookEndpointOperations } from "./webhooks.ts";
export {
  widgetMessageOperations,
  widgetOrganizationOperations,
  widgetSessionOperations,
  widgetUsageLogOperations,
} from "./widgets.ts";
export { workflowOverrideOperations } from "./workflow-overrides.ts";
export { notificationTemplateOperations, workflowOperations } from "./workflows.ts";
