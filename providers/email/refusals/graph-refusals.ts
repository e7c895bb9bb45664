import type { Refusals } from "../../refusals.ts";

/** Codes of errors: https://learn.microsoft.com/graph/errors and https://learn.microsoft.com/exchange/client-developer/web-service-reference/responsecode. Those of the login: https://learn.microsoft.com/entra/identity-platform/reference-error-codes. */
export const graphRefusals: Refusals = {
  invalid_client:
    "Microsoft does not accept client ID and client secret of the integration: check both, and whether the secret has expired",
  unauthorized_client:
    "Microsoft does not know the application of the integration in this tenant: check client ID and tenant ID",
  InvalidAuthenticationToken: {
    text: "Microsoft does not accept the access token of the integration",
    class: "CREDENTIAL",
  },
  Authorization_RequestDenied: {
    text: "The application may not send mails: give it the permission Mail.Send, with the consent of an administrator",
    class: "CREDENTIAL",
  },
  ErrorAccessDenied: {
    text: "The application may not send mails of this mailbox: give it the permission Mail.Send, with the consent of an administrator",
    class: "CREDENTIAL",
  },
  ErrorSendAsDenied: {
    text: "The mailbox may not send with this sender: give it the right to send as that address",
    class: "CREDENTIAL",
  },
  ErrorInvalidUser: { text: "The sender is no mailbox of the tenant", class: "CREDENTIAL" },
  ResourceNotFound: { text: "The sender is no mailbox of the tenant", class: "CREDENTIAL" },
  MailboxNotFound: { text: "The sender is no mailbox of the tenant", class: "CREDENTIAL" },
  MailboxNotEnabledForRESTAPI: {
    text: "The mailbox of the sender is not in Microsoft 365, or has no licence",
    class: "CREDENTIAL",
  },
  ErrorMessageSubmissionBlocked: {
    text: "Microsoft has blocked the mailbox: follow the instructions in its inbox",
    class: "CREDENTIAL",
  },
  ErrorExceededMessageLimit: { text: "The mailbox has sent as many mails as it may on one day", class: "RATE" },
  ErrorQuotaExceeded: { text: "The mailbox of the sender is full", class: "FUNDS" },
  ErrorInvalidRecipients: "An address of the mail is not valid",
  ErrorMessageSizeExceeded: "The mail is larger than the mailbox may send",
  RequestBodyRead: "Microsoft cannot read the mail",
  ApplicationThrottled: { text: "The mailbox sends more than it may for now", class: "RATE" },
};
