import type { Refusals } from "../../refusals.ts";

/** Statuses of messages: https://developer.vonage.com/messaging/sms/guides/troubleshooting-sms. */
export const nexmoRefusals: Refusals = {
  1: { text: "The Vonage account sends more messages a second than it may", class: "RATE" },
  2: "A parameter that Vonage requires is missing",
  3: "A parameter has a value that Vonage does not take: check sender and phone number",
  4: { text: "Vonage does not accept API key and secret of the integration: check both", class: "CREDENTIAL" },
  5: { text: "Vonage has a fault of its own", class: "RETRY" },
  6: "Vonage cannot send this message: the number has a prefix that it does not know",
  7: "The recipient's number is barred: its owner gets no messages",
  8: { text: "The Vonage account is barred", class: "CREDENTIAL" },
  9: { text: "The Vonage account has no credit left", class: "FUNDS" },
  10: { text: "More connections to Vonage are open than the account may have", class: "RATE" },
  11: { text: "The Vonage account may not use this interface", class: "CREDENTIAL" },
  12: "The message is too long",
  14: { text: "Vonage does not accept the signature: check the signature secret", class: "CREDENTIAL" },
  15: "The sender of the integration is not one that Vonage takes for this country",
  22: "The network code is not one that Vonage knows",
  23: "Vonage cannot use the address for reports of this installation",
  29: "A trial account of Vonage sends to its test numbers alone: add the number there, or top up the account",
  32: {
    text: "The Vonage account takes either signatures or the API secret, and got both",
    class: "CREDENTIAL",
  },
  33: "The recipient's number is not in use any more",
  39: "The sender is not one that may be used in this country: a number of the account is needed",
};

/** Error codes of delivery receipts: https://developer.vonage.com/messaging/sms/guides/delivery-receipts. */
export const nexmoReportErrors: Refusals = {
  1: "The carrier gave no reason",
  2: "The recipient's phone is switched off or out of reach",
  3: "The recipient's number is not in use any more",
  4: "The recipient has barred messages",
  5: "The number was moved to another carrier, which could not be found",
  6: "The carrier has filtered the message as spam",
  7: "The recipient's phone was busy",
  8: "The carrier's network failed",
  9: "The recipient's number is on a list that gets no messages",
  10: "The message has characters or a form that the carrier does not take",
  11: "There is no route to the recipient's number",
  12: "The recipient's number cannot be reached",
  13: "The carrier does not deliver the message to people of the recipient's age",
  14: "The carrier has blocked the recipient's number",
  15: "The recipient's prepaid card has no credit left",
  16: "The Vonage account has sent what it may send",
  50: "The carrier has filtered the message by its sender, as the rules of the country require",
  51: "The sender is not registered, which the rules of the country require",
  52: "The text is not registered, which the rules of the country require",
  53: "The recipient has not agreed to messages of this kind",
  54: "The message does not follow the rules of the country",
  99: "The carrier gave no reason",
};
