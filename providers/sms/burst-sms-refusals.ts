import type { Refusals } from "../refusals.ts";

/** Codes of errors: https://developer.transmitsms.com/. */
export const burstSmsRefusals: Refusals = {
  AUTH_FAILED: "BurstSMS does not accept API key and secret of the integration",
  AUTH_FAILED_NO_DATA: "BurstSMS does not accept API key and secret of the integration",
  OVER_LIMIT: "The BurstSMS account makes more calls than it may",
  LEDGER_ERROR: "The BurstSMS account has no credit left",
  FIELD_EMPTY: "A field that BurstSMS requires is empty",
  FIELD_INVALID: "A field has a value that BurstSMS does not take",
  NO_ACCESS: "The BurstSMS account may not do this",
  BAD_CALLER_ID: "The sender is not one that the BurstSMS account may use",
  RECIPIENTS_ERROR: "None of the phone numbers can get messages: they are not valid, or have opted out",
};
