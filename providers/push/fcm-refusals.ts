import type { Refusals } from "../refusals.ts";

/** Error codes: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode. */
export const fcmRefusals: Refusals = {
  UNREGISTERED: { text: "The app was removed from the device, or its token has expired", class: "TOKEN" },
  // The integration is set up for another project: that says nothing against the token.
  SENDER_ID_MISMATCH: {
    text: "The device token belongs to another Firebase project than the service account of the integration",
    class: "CREDENTIAL",
  },
  THIRD_PARTY_AUTH_ERROR: {
    text: "Firebase lacks the key for Apple or for web push: upload it in the settings of the project",
    class: "CREDENTIAL",
  },
  UNSPECIFIED_ERROR: "Firebase gave no reason",
  INVALID_ARGUMENT: "A field of the message is not valid, or the message is larger than 4 kB",
  PERMISSION_DENIED:
    "The service account of the integration may not send: give it the role Firebase Cloud Messaging API Admin",
  UNAUTHENTICATED: "Google does not accept the service account of the integration",
  NOT_FOUND: { text: "The Firebase project of the service account does not exist any more", class: "CREDENTIAL" },
  RESOURCE_EXHAUSTED: "More messages were sent than Firebase takes",
  invalid_grant:
    "The key of the service account was deleted, or the clock of this installation differs from that of Google",
  QUOTA_EXCEEDED: "More messages were sent than Firebase takes",
  UNAVAILABLE: { text: "Firebase is down for now", class: "RETRY" },
  INTERNAL: { text: "Firebase has a fault of its own", class: "RETRY" },
};
