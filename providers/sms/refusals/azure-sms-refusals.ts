import type { Refusals } from "../../refusals.ts";

/** Codes of delivery reports: https://learn.microsoft.com/azure/communication-services/resources/troubleshooting/voice-video-calling/troubleshooting-codes. Its answers have sentences. */
export const azureSmsRefusals: Refusals = {
  4000: "Azure has refused the message, as it looks like fraud",
  4001: "The number that sends is not valid",
  4002: "The recipient's phone number is not valid: store it in international form, such as +4915112345678",
  4003: "Azure does not send to this country",
  4004: "The recipient's number does not exist",
  4005: "The recipient's carrier has blocked the message",
  4006: "The recipient's phone is switched off or out of reach",
  4007: "The recipient has opted out of messages from this number",
  4008: "The Azure resource has sent more messages than it may",
  4009: "Azure has blocked the resource, as it looks like fraud: ask its support",
  4010: "The toll-free number that sends is not verified",
  4020: "The carrier has refused the message, as too many came at once",
  5000: "The message could not be delivered",
  5001: "Azure or the carrier failed for a while",
};
