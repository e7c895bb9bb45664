import type { Refusals } from "../../refusals.ts";

/** Names of errors, without `Exception` at their end: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html#API_Publish_Errors and https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html. */
export const snsRefusals: Refusals = {
  OptedOut: "The recipient has opted out of messages from this AWS account",
  InvalidParameter:
    "A parameter has a value that SNS does not take: the phone number has to be in international form, such as +4915112345678",
  ParameterValueInvalid: "A parameter has a value that SNS does not take",
  InvalidParameterValue: "A parameter has a value that SNS does not take",
  Validation: "A parameter has a value that SNS does not take",
  NotFound: "SNS does not know what the message names",
  EndpointDisabled: "The endpoint that the message goes to is disabled at SNS",
  AuthorizationError: {
    text: "The AWS keys of the integration may not publish: give them the permission sns:Publish",
    class: "CREDENTIAL",
  },
  AccessDenied: {
    text: "The AWS keys of the integration may not publish: give them the permission sns:Publish",
    class: "CREDENTIAL",
  },
  NotAuthorized: {
    text: "The AWS keys of the integration may not publish: give them the permission sns:Publish",
    class: "CREDENTIAL",
  },
  InvalidClientTokenId: { text: "AWS does not know the access key of the integration", class: "CREDENTIAL" },
  UnrecognizedClient: { text: "AWS does not know the access key of the integration", class: "CREDENTIAL" },
  MissingAuthenticationToken: { text: "AWS does not accept the access key of the integration", class: "CREDENTIAL" },
  SignatureDoesNotMatch: {
    text: "The secret access key of the integration is not that of its access key",
    class: "CREDENTIAL",
  },
  IncompleteSignature: { text: "AWS does not accept the access key of the integration", class: "CREDENTIAL" },
  ExpiredToken: { text: "The AWS keys of the integration have expired", class: "CREDENTIAL" },
  OptInRequired: { text: "The AWS account has not subscribed to SNS", class: "CREDENTIAL" },
  UserError: "The recipient's number is not verified, as the sandbox of SNS requires: verify it, or leave the sandbox",
  Throttling: { text: "The AWS account sends more messages a second than it may", class: "RATE" },
  Throttled: { text: "The AWS account sends more messages a second than it may", class: "RATE" },
  InternalError: { text: "SNS has a fault of its own", class: "RETRY" },
  InternalFailure: { text: "SNS has a fault of its own", class: "RETRY" },
  ServiceUnavailable: { text: "SNS is down for now", class: "RETRY" },
  RequestExpired: { text: "The clock of this installation differs from that of AWS", class: "RETRY" },
};
