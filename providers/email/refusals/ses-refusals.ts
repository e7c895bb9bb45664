import type { Refusals } from "../../refusals.ts";

/** Names of errors: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors and https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html. */
export const sesRefusals: Refusals = {
  AccountSuspendedException: { text: "AWS has suspended the sending of the SES account", class: "FUNDS" },
  SendingPausedException: {
    text: "The sending of the SES account, or of its configuration set, is paused",
    class: "FUNDS",
  },
  LimitExceededException: { text: "The SES account has sent as much as it may", class: "FUNDS" },
  TooManyRequestsException: {
    text: "The SES account sends more than it may: its rate a second, or its quota of 24 hours, is reached",
    class: "RATE",
  },
  ThrottlingException: { text: "The SES account makes more calls than it may", class: "RATE" },
  MailFromDomainNotVerifiedException: "The MAIL FROM domain of the sender is not verified at SES: check its MX record",
  MessageRejected:
    "SES refused the mail: sender or recipient are not verified, which the sandbox requires of both, or its content is not valid",
  BadRequestException: "A field of the mail is not valid",
  NotFoundException: "SES does not know the configuration set or the template that the mail names",
  UnrecognizedClientException: { text: "AWS does not know the access key of the integration", class: "CREDENTIAL" },
  InvalidClientTokenId: { text: "AWS does not know the access key of the integration", class: "CREDENTIAL" },
  SignatureDoesNotMatch: {
    text: "The secret access key of the integration is not that of its access key",
    class: "CREDENTIAL",
  },
  InvalidSignatureException: {
    text: "The secret access key of the integration is not that of its access key, or the clock of this installation differs from that of AWS",
    class: "CREDENTIAL",
  },
  ExpiredTokenException: { text: "The AWS keys of the integration have expired", class: "CREDENTIAL" },
  AccessDeniedException: {
    text: "The AWS keys of the integration may not send: give them the permission ses:SendEmail",
    class: "CREDENTIAL",
  },
  InternalServiceErrorException: { text: "SES has a fault of its own", class: "RETRY" },
};
