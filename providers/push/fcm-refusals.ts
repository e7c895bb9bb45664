import type { Refusals } from "../refusals.ts";

/** Error codes: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode. */
export const fcmRefusals: Refusals = {
  UNREGISTERED: "The app was removed from the device, or its token has expired",
  SENDER_ID_MISMATCH:
    "The device token belongs to another Firebase project than the service account of the integration",
  THIRD_PARTY_AUTH_ERROR: "Firebase lacks the key for Apple or for web push: upload it in the settings of the project",
  UNSPECIFIED_ERROR: "Firebase gave no reason",
  INVALID_ARGUMENT: "A field of the message is not valid, or the message is larger than 4 kB",
  PERMISSION_DENIED:
    "The service account of the integration may not send: give it the role Firebase Cloud Messaging API Admin",
  UNAUTHENTICATED: "Google does not accept the service account of the integration",
  NOT_FOUND: "The Firebase project of the service account does not exist any more",
  RESOURCE_EXHAUSTED: "More messages were sent than Firebase takes",
  invalid_grant:
    "The key of the service account was deleted, or the clock of this installation differs from that of Google",
  QUOTA_EXCEEDED: "More messages were sent than Firebase takes",
  UNAVAILABLE: "Firebase is down for now",
  INTERNAL: "Firebase has a fault of its own",
};
