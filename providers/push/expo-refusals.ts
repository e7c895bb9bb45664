import type { Refusals } from "../refusals.ts";

/** Errors of tickets, receipts and requests: https://docs.expo.dev/push-notifications/sending-notifications/#errors. */
export const expoRefusals: Refusals = {
  DeviceNotRegistered: { text: "The app was removed from the device, or gets no messages any more", class: "TOKEN" },
  MessageTooBig: "The message is larger than 4 kB",
  MessageRateExceeded: { text: "Too many messages went to this device in a short time", class: "RECIPIENT_RATE" },
  MismatchSenderId: {
    text: "The app was built with another Firebase project than the one that Expo has keys of: check the credentials of the project",
    class: "CREDENTIAL",
  },
  InvalidCredentials: {
    text: "Expo does not have valid credentials of Apple or Firebase for the app: renew them with eas credentials",
    class: "CREDENTIAL",
  },
  DeveloperError: "The message has a field that Expo does not take",
  ExpoError: { text: "Expo has a fault of its own", class: "RETRY" },
  ProviderError: { text: "The service of Apple or Google failed", class: "RETRY" },
  UNAUTHORIZED: { text: "Expo does not accept the access token of the integration", class: "CREDENTIAL" },
  TOO_MANY_REQUESTS: { text: "The project sends more than Expo takes", class: "RATE" },
  PUSH_TOO_MANY_EXPERIENCE_IDS: "The device tokens belong to several projects of Expo",
  PUSH_TOO_MANY_NOTIFICATIONS: "More than 100 messages were sent at once",
  PUSH_TOO_MANY_RECEIPTS: "More than 1,000 receipts were asked for at once",
  VALIDATION_ERROR: "A field of the message is not valid",
};
