import type { Refusals } from "../../refusals.ts";

/** Codes of errors: https://docs.useplunk.com/api-reference/overview. */
export const plunkRefusals: Refusals = {
  VALIDATION_ERROR: "A field of the mail is not valid",
  INVALID_API_KEY: "Plunk does not accept the API key of the integration",
  PROJECT_DISABLED: { text: "The project is disabled at Plunk", class: "FUNDS" },
  BILLING_LIMIT_EXCEEDED: { text: "The limit of costs of the Plunk project is reached", class: "FUNDS" },
  UPGRADE_REQUIRED: { text: "The plan of the Plunk project does not have this: upgrade it", class: "FUNDS" },
  IDEMPOTENCY_KEY_REUSED: "Plunk has had this mail before",
};
