import type { Refusals } from "../../refusals.ts";

/** Codes of errors: https://developer.transmitsms.com/. */
export const burstSmsRefusals: Refusals = {
  AUTH_FAILED: { text: "BurstSMS does not accept API key and secret of the integration", class: "CREDENTIAL" },
  AUTH_FAILED_NO_DATA: { text: "BurstSMS does not accept API key and secret of the integration", class: "CREDENTIAL" },
  OVER_LIMIT: { text: "The BurstSMS account makes more calls than it may", class: "RATE" },
  LEDGER_ERROR: { text: "The BurstSMS account has no credit left", class: "FUNDS" },
  FIELD_EMPTY: { text: "A field that BurstSMS requires is empty", class: "PERMANENT" },
  FIELD_INVALID: { text: "A field has a value that BurstSMS does not take", class: "PERMANENT" },
  NO_ACCESS: { text: "The BurstSMS account may not do this", class: "PERMANENT" },
  BAD_CALLER_ID: { text: "The sender is not one that the BurstSMS account may use", class: "PERMANENT" },
  RECIPIENTS_ERROR: {
    text: "None of the phone numbers can get messages: they are not valid, or have opted out",
    class: "PERMANENT",
  },
  NOT_IMPLEMENTED: { text: "BurstSMS does not know the call", class: "PERMANENT" },
};
