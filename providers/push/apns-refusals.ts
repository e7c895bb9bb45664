import type { Refusals } from "../refusals.ts";

/** Reasons: https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns. */
export const apnsRefusals: Refusals = {
  Unregistered: { text: "The app was removed from the device", class: "TOKEN" },
  ExpiredToken: { text: "The device token has expired", class: "TOKEN" },
  BadDeviceToken: {
    text: "Apple does not know the device token: it is not valid, or belongs to the other environment (switch Production of the integration)",
    class: "TOKEN",
  },
  // The integration is set up for another app: that says nothing against the token.
  DeviceTokenNotForTopic: {
    text: "The device token belongs to another app than the bundle ID of the integration: check it",
    class: "CREDENTIAL",
  },
  TopicDisallowed: { text: "The key of the integration may not send to this bundle ID", class: "CREDENTIAL" },
  MissingTopic: "The integration has no bundle ID",
  BadTopic: "The bundle ID of the integration is not valid",
  InvalidProviderToken: "Apple does not accept private key, key ID and team ID of the integration: check all three",
  MissingProviderToken: "Apple does not accept private key, key ID and team ID of the integration: check all three",
  ExpiredProviderToken: "The clock of this installation differs from that of Apple",
  BadCertificate: { text: "Apple does not accept the key of the integration", class: "CREDENTIAL" },
  BadCertificateEnvironment: {
    text: "The key of the integration is for the other environment: check the switch Production",
    class: "CREDENTIAL",
  },
  BadEnvironmentKeyIdInToken: {
    text: "The key of the integration is for the other environment: check the switch Production",
    class: "CREDENTIAL",
  },
  UnrelatedKeyIdInToken: {
    text: "The key of the integration belongs to another bundle ID, or another team",
    class: "CREDENTIAL",
  },
  Forbidden: "The key of the integration may not do this",
  PayloadTooLarge: "The message is larger than 4 kB",
  PayloadEmpty: "The message is empty",
  DuplicateHeaders: "A header of the message is given twice",
  MissingDeviceToken: "The message has no device token",
  BadPath: "The device token is not valid",
  MethodNotAllowed: "Apple does not take the call",
  BadCollapseId: "The collapse id is longer than 64 bytes",
  BadExpirationDate: "The expiration is not valid",
  BadMessageId: "The id of the message is not valid",
  BadPriority: "The priority is not valid: 10, 5 or 1",
  InvalidPushType: "The push type is not valid",
  // Too many tokens of the key is the other reason with its status.
  TooManyRequests: { text: "Too many messages went to this device in a short time", class: "RECIPIENT_RATE" },
  TooManyProviderTokenUpdates: "The key of the integration was used by too many programs at once",
  IdleTimeout: { text: "Apple ended the connection", class: "RETRY" },
  InternalServerError: "Apple has a fault of its own",
  ServiceUnavailable: "Apple's service is down for now",
  Shutdown: "Apple's server is shutting down",
};
