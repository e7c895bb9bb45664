import type { FastifyPluginAsync } from "fastify";
import { inboxDemoRoutes } from "./inbox/demo.ts";
import { inboxNotificationRoutes } from "./inbox/notifications.ts";
import { inboxOrganizationRoutes } from "./inbox/organization.ts";
import { inboxPreferenceRoutes } from "./inbox/preferences.ts";
import { inboxSessionRoutes } from "./inbox/session.ts";
import { inboxSubscriptionRoutes } from "./inbox/subscriptions.ts";
import { apiKeyRoutes } from "./v1/accounts/api-keys.ts";
import { auditLogRoutes } from "./v1/accounts/audit-logs.ts";
import { authRoutes } from "./v1/accounts/auth.ts";
import { brandingRoutes, logoRoutes } from "./v1/accounts/branding.ts";
import { environmentVariableRoutes } from "./v1/accounts/environment-variables.ts";
import { environmentRoutes } from "./v1/accounts/environments.ts";
import { githubRoutes } from "./v1/accounts/github.ts";
import { inviteRoutes } from "./v1/accounts/invites.ts";
import { memberRoutes } from "./v1/accounts/members.ts";
import { organizationRoutes } from "./v1/accounts/organizations.ts";
import { publicationRoutes } from "./v1/accounts/publications.ts";
import { roleRoutes } from "./v1/accounts/roles.ts";
import { sessionRoutes } from "./v1/accounts/sessions.ts";
import { systemRoutes } from "./v1/accounts/system.ts";
import { usageRoutes } from "./v1/accounts/usage.ts";
import { userRoutes } from "./v1/accounts/users.ts";
import { cancellationRoutes } from "./v1/activity/cancellations.ts";
import { requestRoutes } from "./v1/activity/requests.ts";
import { resumptionRoutes } from "./v1/activity/resumptions.ts";
import { webhookEventRoutes } from "./v1/activity/webhook-events.ts";
import { alertRuleRoutes } from "./v1/alert-rules.ts";
import { blueprintRoutes } from "./v1/blueprints.ts";
import { bridgeRoutes } from "./v1/bridge.ts";
import { changeRoutes } from "./v1/changes.ts";
import { chatOauthRoutes } from "./v1/chat-oauth.ts";
import { deliveryReportRoutes } from "./v1/delivery-reports.ts";
import { digestRoutes } from "./v1/digests.ts";
import { eventRoutes } from "./v1/events.ts";
import { executionDetailRoutes } from "./v1/execution-details.ts";
import { explainRoutes } from "./v1/explain.ts";
import { failureGroupRoutes } from "./v1/failure-groups.ts";
import { feedRoutes } from "./v1/feeds.ts";
import { healthRoutes } from "./v1/health.ts";
import { inboundParseRoutes } from "./v1/inbound-parse.ts";
import { integrationRoutes } from "./v1/integrations.ts";
import { layoutRoutes } from "./v1/layouts.ts";
import { messageRoutes } from "./v1/messages.ts";
import { notificationGroupRoutes } from "./v1/notification-groups.ts";
import { notificationRoutes } from "./v1/notifications.ts";
import { outboxRoutes } from "./v1/outbox.ts";
import { analyticsRoutes, overviewRoutes } from "./v1/overview.ts";
import { preferencePageRoutes, preferencesLinkRoutes } from "./v1/preference-page.ts";
import { preferenceRoutes } from "./v1/preferences.ts";
import { providerLogoRoutes } from "./v1/provider-logos.ts";
import { retentionRoutes } from "./v1/retention.ts";
import { safetyCapRoutes } from "./v1/safety-caps.ts";
import { savedViewRoutes } from "./v1/saved-views.ts";
import { scheduleRoutes } from "./v1/schedules.ts";
import { searchRoutes } from "./v1/search.ts";
import { erasureRoutes } from "./v1/subscribers/erasures.ts";
import { exportRoutes } from "./v1/subscribers/exports.ts";
import { importRoutes, importUploadRoutes } from "./v1/subscribers/imports.ts";
import { subscriberMessageRoutes } from "./v1/subscribers/subscriber-messages.ts";
import { subscriberRoutes } from "./v1/subscribers/subscribers.ts";
import { tenantRoutes } from "./v1/subscribers/tenants.ts";
import { topicRoutes } from "./v1/subscribers/topics.ts";
import { suppressionRoutes } from "./v1/suppressions.ts";
import { testDeliveryRoutes } from "./v1/test-delivery.ts";
import { translationRoutes } from "./v1/translations.ts";
import { waitingRoutes } from "./v1/waiting.ts";
import { webhookEndpointRoutes } from "./v1/webhook-endpoints.ts";
import { workflowOverrideRoutes } from "./v1/workflow-overrides.ts";
import { workflowPreferenceRoutes } from "./v1/workflow-preferences.ts";
import { notificationTemplateRoutes, workflowRoutes } from "./v1/workflows.ts";
import { conditionTrialRoutes } from "./v2/condition-trials.ts";
import { contextRoutes } from "./v2/contexts.ts";
import { emailBodyRoutes } from "./v2/email-bodies.ts";
import { environmentTagRoutes } from "./v2/environment-tags.ts";
import { layoutV2Routes } from "./v2/layouts.ts";
import { payloadSampleRoutes } from "./v2/payload-samples.ts";
import { preferenceV2Routes } from "./v2/preferences.ts";
import { publishingRoutes } from "./v2/publishing.ts";
import { stepWaitRoutes } from "./v2/step-waits.ts";
import { subscriberNotificationRoutes } from "./v2/subscriber-notifications.ts";
import { subscriberV2Routes } from "./v2/subscribers.ts";
import { topicV2Routes } from "./v2/topics.ts";
import { workflowVersionRoutes } from "./v2/workflow-versions.ts";
import { workflowV2Routes } from "./v2/workflows.ts";
import { widgetFeedRoutes } from "./widgets/feed.ts";
import { widgetMessageRoutes } from "./widgets/messages.ts";
import { widgetOrganizationRoutes } from "./widgets/organization.ts";
import { widgetPreferenceRoutes } from "./widgets/preferences.ts";
import { widgetSessionRoutes } from "./widgets/session.ts";
import { widgetUsageLogRoutes } from "./widgets/usage-log.ts";

/** Every file of routes: one for each resource of the API. */
export const ROUTES: readonly FastifyPluginAsync[] = [
  apiKeyRoutes,
  auditLogRoutes,
  authRoutes,
  blueprintRoutes,
  bridgeRoutes,
  changeRoutes,
  chatOauthRoutes,
  deliveryReportRoutes,
  digestRoutes,
  emailBodyRoutes,
  environmentTagRoutes,
  environmentRoutes,
  erasureRoutes,
  eventRoutes,
  executionDetailRoutes,
  explainRoutes,
  exportRoutes,
  alertRuleRoutes,
  failureGroupRoutes,
  feedRoutes,
  githubRoutes,
  healthRoutes,
  importRoutes,
  importUploadRoutes,
  inboundParseRoutes,
  inboxDemoRoutes,
  inboxNotificationRoutes,
  inboxOrganizationRoutes,
  inboxPreferenceRoutes,
  inboxSessionRoutes,
  inboxSubscriptionRoutes,
  integrationRoutes,
  inviteRoutes,
  layoutRoutes,
  memberRoutes,
  messageRoutes,
  notificationGroupRoutes,
  notificationRoutes,
  organizationRoutes,
  brandingRoutes,
  logoRoutes,
  outboxRoutes,
  overviewRoutes,
  analyticsRoutes,
  preferencePageRoutes,
  preferencesLinkRoutes,
  preferenceRoutes,
  providerLogoRoutes,
  publishingRoutes,
  requestRoutes,
  resumptionRoutes,
  cancellationRoutes,
  retentionRoutes,
  roleRoutes,
  safetyCapRoutes,
  testDeliveryRoutes,
  publicationRoutes,
  environmentVariableRoutes,
  savedViewRoutes,
  scheduleRoutes,
  searchRoutes,
  sessionRoutes,
  stepWaitRoutes,
  subscriberMessageRoutes,
  subscriberNotificationRoutes,
  subscriberRoutes,
  suppressionRoutes,
  tenantRoutes,
  topicRoutes,
  translationRoutes,
  systemRoutes,
  usageRoutes,
  userRoutes,
  layoutV2Routes,
  preferenceV2Routes,
  subscriberV2Routes,
  contextRoutes,
  topicV2Routes,
  waitingRoutes,
  webhookEndpointRoutes,
  webhookEventRoutes,
  widgetFeedRoutes,
  widgetMessageRoutes,
  widgetOrganizationRoutes,
  widgetPreferenceRoutes,
  widgetSessionRoutes,
  widgetUsageLogRoutes,
  workflowOverrideRoutes,
  workflowPreferenceRoutes,
  workflowV2Routes,
  workflowVersionRoutes,
  conditionTrialRoutes,
  payloadSampleRoutes,
  workflowRoutes,
  notificationTemplateRoutes,
];
