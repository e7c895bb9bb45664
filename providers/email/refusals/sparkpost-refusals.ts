import type { Refusals } from "../../refusals.ts";

/** Codes of errors: https://developers.sparkpost.com/api/#header-errors and https://support.sparkpost.com/docs/api/error-codes. */
export const sparkpostRefusals: Refusals = {
  1300: "A field of the mail has a value of the wrong form",
  1301: "A field of the mail has a value that SparkPost does not take",
  1400: "A field that SparkPost requires is missing",
  1901: "The mail has no valid recipient",
  1902: "The recipient is on the suppression list of the SparkPost account, or the mail could not be made",
  2101: { text: "The SparkPost account has sent what it may send on one day", class: "FUNDS" },
  2102: { text: "The SparkPost account has sent what it may send in one month", class: "FUNDS" },
  7001: { text: "The domain of the sender is not verified at SparkPost", class: "CREDENTIAL" },
};
