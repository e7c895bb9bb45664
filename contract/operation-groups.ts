// Every group of operations. They are exported, not put into an object: the type of that would be too long for a declaration file.

export { apiKeyOperations } from "./accounts/api-keys.ts";
export { auditLogOperations } from "./accounts/audit-logs.ts";
export { authOperations, githubOperations, sessionOperations, userOperations } from "./accounts/auth.ts";
export { brandingOperations, logoOperations } from "./accounts/branding.ts";
export { environmentVariableOperations } from "./accounts/environment-variables.ts";
export { environmentOperations } from "./accounts/environments.ts";
export { inviteOperations, memberOperations, organizationOperations } from "./accounts/organizations.ts";
export { roleOperations } from "./accounts/roles.ts";
export { systemOperations } from "./accounts/system.ts";
export { testDeliveryOperations } from "./accounts/test-delivery.ts";
export { usageOperations } from "./accounts/usage.ts";
export { alertRuleOperations } from "./activity/alert-rules.ts";
export { analyticsOperations } from "./activity/analytics.ts";
export { cancellationOperations } from "./activity/cancellations.ts";
export { failureGroupOperations } from "./activity/failure-groups.ts";
export { overviewOperations } from "./activity/overview.ts";
export { requestOperations } from "./activity/requests.ts";
export { savedViewOperations } from "./activity/saved-views.ts";
export { webhookEventOperations } from "./activity/webhook-events.ts";
export { changeOperations } from "./changes.ts";
export { chatOauthOperations } from "./chat-oauth.ts";
export { deliveryReportOperations } from "./delivery-reports.ts";
export { digestOperations } from "./digests.ts";
export { eventOperations } from "./events.ts";
export { executionDetailOperations } from "./execution-details.ts";
export { explainOperations } from "./explain.ts";
export { healthOperations } from "./health.ts";
export { erasureOperations, exportOperations, importOperations, importUploadOperations } from "./imports.ts";
export { inboundParseOperations } from "./inbound-mail.ts";
export { widgetFeedOperations } from "./inbox/feed.ts";
export { feedOperations } from "./inbox/feeds.ts";
export { inboxDemoOperations } from "./inbox/inbox-demo.ts";
export { inboxNotificationOperations, subscriberNotificationOperations } from "./inbox/inbox-notifications.ts";
export { inboxPreferenceOperations } from "./inbox/inbox-preferences.ts";
export { inboxOrganizationOperations, inboxSessionOperations, inboxSocketOperations } from "./inbox/inbox-session.ts";
export { inboxSubscriptionOperations } from "./inbox/inbox-subscriptions.ts";
export { subscriberMessageOperations } from "./inbox/message-marks.ts";
export { preferencePageOperations, preferencesLinkOperations } from "./inbox/preference-page.ts";
export {
  widgetMessageOperations,
  widgetOrganizationOperations,
  widgetSessionOperations,
  widgetUsageLogOperations,
} from "./inbox/widgets.ts";
export { integrationOperations } from "./integrations.ts";
export { messageOperations } from "./messages.ts";
export { notificationOperations } from "./notifications.ts";
export { outboxOperations } from "./outbox.ts";
export { preferenceOperations, widgetPreferenceOperations } from "./preferences.ts";
export { providerLogoOperations } from "./providers.ts";
export { resumptionOperations } from "./resumptions.ts";
export { retentionOperations } from "./retention.ts";
export { safetyCapOperations } from "./safety-caps.ts";
export { scheduleOperations } from "./schedules.ts";
export { searchOperations } from "./search.ts";
export { subscriberOperations } from "./subscribers.ts";
export { suppressionOperations } from "./suppressions.ts";

export { tenantOperations } from "./tenants.ts";
export { topicOperations } from "./topics.ts";
export { conditionTrialOperations } from "./v2/condition-trials.ts";
export { contextOperations } from "./v2/contexts.ts";
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
export { blueprintOperations } from "./workflows/blueprints.ts";
export { bridgeOperations } from "./workflows/bridge.ts";
export { layoutOperations } from "./workflows/layouts.ts";
export { notificationGroupOperations } from "./workflows/notification-groups.ts";
export { publicationOperations } from "./workflows/publications.ts";
export { translationOperations } from "./workflows/translations.ts";
export { workflowOverrideOperations } from "./workflows/workflow-overrides.ts";
export { notificationTemplateOperations, workflowOperations } from "./workflows/workflows.ts";
