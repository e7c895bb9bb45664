import type { Refusals } from "../refusals.ts";

/** Error codes: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode. */
export const fcmRefusals: Refusals = {
  UNREGISTERED: "The app was removed from the device, or its token has expired",
  SENDER_ID_MISMATCH:
    "The device token belongs to another Firebase project than the service account of the integration",
  THIRD_PARTY_AUTH_ERROR: "Firebase lacks the key for Apple or for web push: upload it in the settings of the project",
  QUOTA_EXCEEDED: "More messages were sent than Firebase takes",
  UNAVAILABLE: "Firebase is down for now",
  INTERNAL: "Firebase has a fault of its own",
};
