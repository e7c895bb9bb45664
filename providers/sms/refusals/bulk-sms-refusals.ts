import type { Refusals } from "../../refusals.ts";

/** Types of errors, by the last part of their address: https://www.bulksms.com/developer/json/v1/#tag/Errors. */
export const bulkSmsRefusals: Refusals = {
  "authentication-failed": {
    text: "BulkSMS does not accept the API token of the integration: token id and token secret, with a colon between them",
    class: "CREDENTIAL",
  },
  forbidden: { text: "The API token of the integration may not send messages", class: "CREDENTIAL" },
  "insufficient-credits": { text: "The BulkSMS account has no credit left", class: "FUNDS" },
  "bad-request": "BulkSMS cannot read the message",
  validation: "A field of the message has a value that BulkSMS does not take",
};
