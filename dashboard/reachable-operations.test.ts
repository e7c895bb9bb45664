import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OPERATIONS } from "#contract/every-operation.ts";

/** Operations that members may call and no screen does, by the reason for it. */
const LEFT_TO_THE_API: Readonly<Record<string, readonly string[]>> = {
  "Screens call a newer operation for the same thing, which older clients keep.": [
    "changes.applyMany",
    "changes.applyOne",
    "changes.get",
    "changes.getCount",
    "environments.getApiKeys",
    "environments.getCurrent",
    "environments.regenerateApiKeys",
    "executionDetails.get",
    "integrations.getActive",
    "integrations.getInAppStatus",
    "integrations.getWebhookProviderStatus",
    "integrations.setIntegrationAsPrimary",
    "notificationGroups.getOne",
    "notificationTemplates.delete",
    "notificationTemplates.getAll",
    "notificationTemplates.getOne",
    "notificationTemplates.update",
    "notificationTemplates.updateStatus",
    "notifications.getGraph",
    "notifications.getStats",
    "preferences.delete",
    "preferences.get",
    "subscribers.addCredentials",
    "subscribers.getPreference",
    "subscribers.getPreferenceByLevel",
    "subscribers.update",
    "topics.checkSubscriber",
    "topics.removeSubscribers",
    "topics.rename",
    "users.getCurrent",
    "users.updateOnboarding",
    "users.updateOnboardingTour",
    "v2.environments.diff",
    "v2.environments.publish",
    "v2.subscribers.getPreferences",
    "v2.subscribers.updatePreferences",
    "v2.subscribers.updateSomePreferences",
    "v2.topics.getSubscription",
    "v2.topics.renameSubscription",
    "v2.workflows.getStep",
    "v2.workflows.patchStep",
    "workflowOverrides.getOneById",
    "workflowOverrides.getOneByTenantIdandWorkflowId",
    "workflowOverrides.updateOneByTenantIdandWorkflowId",
    "workflows.getAll",
    "workflows.getOne",
    "workflows.listVariables",
    "workflows.updateStatus",
  ],
  "Programs call it: they trigger, import, synchronise code or pull.": [
    "auth.refreshToken",
    "auth.switchEnvironment",
    "bridge.diff",
    "bridge.getStatus",
    "bridge.validate",
    "environmentVariables.get",
    "events.broadcast",
    "events.bulkTrigger",
    "events.cancel",
    "events.list",
    "events.resume",
    "events.sendTestEmail",
    "events.signal",
    "events.simulate",
    "invites.createBulk",
    "messages.deleteByTransactionId",
    "subscribers.bulkCreate",
    "subscribers.updateOnlineStatus",
    "v2.workflows.sync",
    "webhookEvents.pull",
  ],
  "It acts as the subscriber, whose inbox members only look at.": [
    "subscribers.getNotificationsFeed",
    "subscribers.getUnseenCount",
    "subscribers.markAllMessagesAs",
    "subscribers.markMessageActionSeen",
    "subscribers.markMessageAs",
    "subscribers.markMessagesAs",
    "v2.subscribers.archiveNotification",
    "v2.subscribers.archiveNotifications",
    "v2.subscribers.archiveReadNotifications",
    "v2.subscribers.completeAction",
    "v2.subscribers.deleteNotification",
    "v2.subscribers.deleteNotifications",
    "v2.subscribers.readNotification",
    "v2.subscribers.readNotifications",
    "v2.subscribers.revertAction",
    "v2.subscribers.seeNotifications",
    "v2.subscribers.snoozeNotification",
    "v2.subscribers.unarchiveNotification",
    "v2.subscribers.unreadNotification",
    "v2.subscribers.unsnoozeNotification",
  ],
  "It is rare enough for a call.": [
    "digests.get",
    "digests.listEvents",
    "erasures.get",
    "integrations.getDemoUsage",
    "messages.deleteById",
    "organizations.leave",
    "safetyCaps.getOfWorkflow",
    "safetyCaps.setOfWorkflow",
    "savedViews.update",
  ],
};

const names = (): ReadonlySet<string> => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\/|\.gen\./.test(file));
  const text = sources.map((file) => readFileSync(join(import.meta.dirname, file), "utf8")).join("\n");
  return new Set(
    Array.from(text.matchAll(/\b(\w+)\.(?=(\w+))/g), ([, owner, method]) => `${owner}.${method}`.toLowerCase()),
  );
};

test("every operation that a member may call is called by a screen, or is left to the API for a reason", () => {
  const named = names();
  const ofMembers = OPERATIONS.filter(({ access }) =>
    access.some(({ kind }) => kind === "member" || kind === "person"),
  );
  expect(ofMembers.length).toBeGreaterThan(200);
  const without = ofMembers
    .map(({ client }) => client)
    .filter((client) => !named.has(client.split(".").slice(-2).join(".").toLowerCase()));
  expect(without.sort()).toEqual(Object.values(LEFT_TO_THE_API).flat().sort());
});
