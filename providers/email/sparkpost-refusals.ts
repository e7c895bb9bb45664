import type { Refusals } from "../refusals.ts";

/** Codes of errors: https://developers.sparkpost.com/api/#header-errors. */
export const sparkpostRefusals: Refusals = {
  1902: "The recipient is on the suppression list of the SparkPost account, or the mail could not be made",
  2101: "The SparkPost account has sent what it may send on one day",
  2102: "The SparkPost account has sent what it may send in one month",
  7001: { text: "The domain of the sender is not verified at SparkPost", class: "CREDENTIAL" },
};
