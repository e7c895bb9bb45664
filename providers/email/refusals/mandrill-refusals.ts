import type { Refusals } from "../../refusals.ts";

/** Names of errors, and reasons for which recipients are refused: https://mailchimp.com/developer/transactional/api/messages/. */
export const mandrillRefusals: Refusals = {
  Invalid_Key: { text: "Mandrill does not accept the API key of the integration", class: "CREDENTIAL" },
  PaymentRequired: { text: "The Mandrill account has no credit left", class: "FUNDS" },
  PoorReputation: { text: "Mandrill limits the account for its reputation", class: "FUNDS" },
  Unknown_Template: "Mandrill does not know the template",
  Unknown_Subaccount: "Mandrill does not know the subaccount",
  ValidationError: { text: "A field of the mail is not valid", class: "PERMANENT" },
  ServiceUnavailable: { text: "Mandrill is down for now", class: "RETRY" },
  GeneralError: { text: "Mandrill has a fault of its own", class: "RETRY" },
  "hard-bounce":
    "An earlier mail to the recipient bounced for good: remove the address from the deny list of Mandrill once it works",
  "soft-bounce": "Earlier mails to the recipient bounced",
  spam: "The recipient has marked an earlier mail as spam",
  unsub: "The recipient has unsubscribed",
  custom: "The recipient is on the deny list of the Mandrill account",
  "invalid-sender": "The sender is not a valid address, or its domain is not verified",
  unsigned: "The domain of the sender is not set up at Mandrill: verify it, with DKIM",
  "test-mode-limit": "The limit of mails in the test mode is reached",
  rule: "A rule of the Mandrill account refused the mail",
  "recipient-domain-mismatch": "A Mandrill account without a payment method sends to its own domain alone",
};
