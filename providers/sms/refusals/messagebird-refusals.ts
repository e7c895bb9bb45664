import type { Refusals } from "../../refusals.ts";

/** Codes of errors: https://developers.messagebird.com/api/#api-errors. */
export const messagebirdRefusals: Refusals = {
  2: { text: "MessageBird does not accept the access key of the integration", class: "CREDENTIAL" },
  9: "A parameter that MessageBird requires is missing: check sender and phone number",
  10: "A parameter has a value that MessageBird does not take: check sender and phone number",
  20: "MessageBird does not know what the message names",
  21: "MessageBird cannot read the message",
  25: { text: "The MessageBird account has no credit left", class: "FUNDS" },
  98: "MessageBird does not know the address that was called",
  99: { text: "MessageBird has a fault of its own", class: "RETRY" },
};
