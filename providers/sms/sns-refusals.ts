import type { Refusals } from "../refusals.ts";

/** Names of errors: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html#API_Publish_Errors. */
export const snsRefusals: Refusals = {
  OptedOut: "The recipient has opted out of messages from this AWS account",
  InvalidParameter:
    "A parameter has a value that SNS does not take: the phone number has to be in international form, such as +4915112345678",
  InvalidParameterValue: "A parameter has a value that SNS does not take",
  ValidationException: "A parameter has a value that SNS does not take",
  AuthorizationError: "The AWS keys of the integration may not publish: give them the permission sns:Publish",
  AccessDenied: "The AWS keys of the integration may not publish: give them the permission sns:Publish",
  InvalidClientTokenId: "AWS does not know the access key of the integration",
  UnrecognizedClient: "AWS does not know the access key of the integration",
  SignatureDoesNotMatch: "The secret access key of the integration is not that of its access key",
  ExpiredToken: "The AWS keys of the integration have expired",
  UserError: "The recipient's number is not verified, as the sandbox of SNS requires: verify it, or leave the sandbox",
  Throttling: "The AWS account sends more messages a second than it may",
  Throttled: "The AWS account sends more messages a second than it may",
  InternalError: "SNS has a fault of its own",
  InternalFailure: "SNS has a fault of its own",
  ServiceUnavailable: "SNS is down for now",
  RequestExpired: "The clock of this installation differs from that of AWS",
};
