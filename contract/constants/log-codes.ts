import type { StepType } from "./channels.ts";
import { DETAILS } from "./details.ts";

/**
 * Numbers that name what happened, in execution details and in log lines. There is no 1003. In log lines only, as no run
 * exists that could have a detail, or no detail is about it: 1001, 1002, 3004, 3011, 3012, 4001 and 4002.
 */
export const LOG_CODES = {
  triggerReceived: 1000,
  workflowNotActive: 1001,
  workflowNotFound: 1002,
  smsError: 1004,
  chatError: 1005,
  missingSmsSender: 1006,
  inAppMessageCreated: 1007,
  mailError: 1008,
  triggerProcessed: 1009,
  pushError: 1010,
  missingPushProvider: 1011,
  subscriberNotFound: 3001,
  missingEmail: 3002,
  missingPhone: 3003,
  missingSubscriberId: 3004,
  missingEmailIntegration: 3005,
  missingChatChannel: 3006,
  missingSmsIntegration: 3007,
  missingChatIntegration: 3008,
  missingPushIntegration: 3009,
  missingPushToken: 3010,
  missingPayloadVariable: 3011,
  avatarActorError: 3012,
  editorSyntaxError: 3013,
  topicError: 4001,
  topicSubscribersError: 4002,
} as const;
export type LogCode = (typeof LOG_CODES)[keyof typeof LOG_CODES];

/** `event` is the job of the event itself, which has the type of a trigger step. */
type JobKind = StepType | "event";

/** The in-app channel has no code for a missing integration: the message is stored by Belfry itself. */
const CODES: Readonly<Record<string, Partial<Record<JobKind, LogCode>> | LogCode>> = {
  [DETAILS.stepCreated]: { event: LOG_CODES.triggerReceived },
  [DETAILS.startSending]: { event: LOG_CODES.triggerProcessed },
  [DETAILS.subscriberNotFound]: LOG_CODES.subscriberNotFound,
  [DETAILS.messageCreated]: { in_app: LOG_CODES.inAppMessageCreated },
  [DETAILS.providerError]: {
    email: LOG_CODES.mailError,
    sms: LOG_CODES.smsError,
    chat: LOG_CODES.chatError,
    push: LOG_CODES.pushError,
  },
  [DETAILS.missingRecipient]: { email: LOG_CODES.missingEmail, sms: LOG_CODES.missingPhone },
  [DETAILS.noPhoneNumber]: LOG_CODES.missingPhone,
  [DETAILS.noWebhookUrl]: LOG_CODES.missingChatChannel,
  [DETAILS.noDeviceTokens]: LOG_CODES.missingPushToken,
  [DETAILS.noChannel]: {
    sms: LOG_CODES.missingSmsSender,
    chat: LOG_CODES.missingChatChannel,
    push: LOG_CODES.missingPushProvider,
  },
  [DETAILS.noIntegration]: {
    email: LOG_CODES.missingEmailIntegration,
    sms: LOG_CODES.missingSmsIntegration,
    chat: LOG_CODES.missingChatIntegration,
    push: LOG_CODES.missingPushIntegration,
  },
  [DETAILS.contentSyntaxError]: LOG_CODES.editorSyntaxError,
};

/** Returns the code of an execution detail, by its text and by the kind of its job; undefined for most, which have none. */
export function logCodeOf(detail: string, kind: JobKind): LogCode | undefined {
  const codes = CODES[detail];
  return typeof codes === "object" ? codes[kind] : codes;
}
