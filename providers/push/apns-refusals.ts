import type { Refusals } from "../refusals.ts";

/** Reasons: https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns. */
export const apnsRefusals: Refusals = {
  Unregistered: "The app was removed from the device",
  ExpiredToken: "The device token has expired",
  BadDeviceToken:
    "Apple does not know the device token: it is not valid, or belongs to the other environment (switch Production of the integration)",
  DeviceTokenNotForTopic: "The device token belongs to another app than the bundle ID of the integration: check it",
  TopicDisallowed: "The key of the integration may not send to this bundle ID",
  MissingTopic: "The integration has no bundle ID",
  BadTopic: "The bundle ID of the integration is not valid",
  InvalidProviderToken: "Apple does not accept private key, key ID and team ID of the integration: check all three",
  MissingProviderToken: "Apple does not accept private key, key ID and team ID of the integration: check all three",
  ExpiredProviderToken: "The clock of this installation differs from that of Apple",
  BadCertificate: "Apple does not accept the key of the integration",
  BadCertificateEnvironment: "The key of the integration is for the other environment: check the switch Production",
  BadEnvironmentKeyIdInToken: "The key of the integration is for the other environment: check the switch Production",
  Forbidden: "The key of the integration may not do this",
  PayloadTooLarge: "The message is larger than 4 kB",
  PayloadEmpty: "The message is empty",
  BadCollapseId: "The collapse id is longer than 64 bytes",
  BadExpirationDate: "The expiration is not valid",
  BadMessageId: "The id of the message is not valid",
  BadPriority: "The priority is not valid: 10, 5 or 1",
  InvalidPushType: "The push type is not valid",
  TooManyRequests: "Too many messages went to this device in a short time",
  TooManyProviderTokenUpdates: "The key of the integration was used by too many programs at once",
  IdleTimeout: "Apple ended the connection",
  InternalServerError: "Apple has a fault of its own",
  ServiceUnavailable: "Apple's service is down for now",
  Shutdown: "Apple's server is shutting down",
};
