/** Texts of execution details, exactly as callers know them: engine.md section 8. */
export const DETAILS = {
  stepCreated: "Step created",
  stepQueued: "Step queued",
  stepDelayed: "Step delayed",
  stepDigested: "Step digested",
  startDigesting: "Start digesting",
  digestMerged: "Digest was merged with other digest",
  digestSkipped: "Digest was skipped, first backoff event",
  digestTriggered: "Digest triggered events",
  digestInvalid: "Delay for next digest could not be calculated",
  startSending: "Start sending message",
  delayFinished: "Delay is finished",
  invalidDelay: "Invalid delay configuration",
  stepFiltered: "Step was filtered based on steps filters",
  filteredBySubscriberWorkflow: "Step filtered by subscriber workflow preferences",
  filteredBySubscriberGlobal: "Step filtered by subscriber global preferences",
  filteredByWorkflow: "Step filtered by workflow preferences",
  filteredByMember: "Step filtered by user preferences",
  webhookRetry: "Webhook filter failed, retry will be executed",
  webhookFailed: "Failed to get response from remote webhook filter on last retry",
  filterFailed: "Processing step filter failed",
  tenantSelected: "Tenant context selected",
  tenantNotFound: "Tenant identifier not found",
  variantChosen: "Variant was chosen by the provided condition criteria",
  integrationSelected: "Integration instance selected",
  noIntegration: "Subscriber does not have an active integration",
  providerLimit: "Belfry's provider limit has been reached",
  contentNotGenerated: "Message content could not be generated",
  messageCreated: "Message created",
  messageSent: "Message sent",
  providerError: "Unexpected provider error",
  providerRetry: "Provider is not reachable, sending will be retried",
  noChannel: "Subscriber does not have a configured channel",
  noWebhookUrl: "Webhook URL for the chat channel is missing",
  allChatFailed: "All chat channels failed to send the message",
  noDeviceTokens: "Subscriber credentials is missing the tokens for sending a push notification message",
  pushFailed: "There was one or more errors when trying to execute the notification",
  tokenRemoved: "Device token was removed from the subscriber, as the provider does not know it any more",
  missingRecipient: "Subscriber missing recipient details",
  subscriberNotFound: "Subscriber not found",
  topicNotFound: "Topic not found",
  outsideHours: "Step was left out because it was outside the subscriber's hours",
  hoursNotOpening: "Step was left out because the subscriber's hours do not open while the run is kept",
  mergedUntilOpening: "Step was merged with the message that waits for the subscriber's hours",
  canceledByCaller: "Step was canceled by the caller",
  executionEnded: "Step was not completed because its execution ended",
  notStored: "Step could not be stored",
  notProcessed: "Step could not be processed",
  stoppedAfterFailure: "Step was canceled because an earlier step failed",
} as const;
/** Facts of a push name the provider. */
type PushDetail = `${typeof DETAILS.messageCreated | typeof DETAILS.messageSent}: ${string}`;

/** The fact of a message that waits, with the moment in UTC. */
export const deferredUntil = (opensAt: Date) =>
  `Deferred until ${opensAt.toISOString()} because of the subscriber's hours` as const;

export type DetailText = (typeof DETAILS)[keyof typeof DETAILS] | PushDetail | ReturnType<typeof deferredUntil>;
