import { expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { type EndedStep, reasonOf } from "./step-reason.ts";

const ended = (step: Partial<EndedStep>): EndedStep => ({ type: "email", status: "failed", details: [], ...step });
const said = (detail: string, raw?: unknown) => ({ detail, ...(raw !== undefined && { raw }) });

test.each<[string, Partial<EndedStep>, string, string]>([
  [
    "a refusal of the provider, by the text that is stored of it",
    { details: [said(DETAILS.messageCreated), said(DETAILS.providerError, '{"message":"no such mailbox"}')] },
    "provider_refused",
    "The provider did not send the message: no such mailbox",
  ],
  [
    "chat of which every entry failed, by the first of them",
    { type: "chat", details: [said(DETAILS.noPhoneNumber), said(DETAILS.allChatFailed)] },
    "no_destination",
    "The subscriber has no phone number",
  ],
  [
    "conditions with integers beyond 2^53, by all their digits",
    {
      status: "canceled",
      details: [
        said(
          DETAILS.stepFiltered,
          '{"filter":{"conditions":[{"filter":"payload","field":"id","operator":"EQUAL","expected":9007199254740992,"actual":9007199254740993,"passed":false}]}}',
        ),
      ],
    },
    "conditions_not_met",
    `The step's conditions are not met: payload id is "9007199254740993", and EQUAL "9007199254740992" is expected`,
  ],
  [
    "a webhook that kept failing, and not the condition",
    { details: [said(DETAILS.webhookFailed, { message: "a.b answered 500" }), said(DETAILS.filterFailed)] },
    "webhook_failed",
    "The webhook of a condition gave no answer: a.b answered 500",
  ],
  [
    "a step that was executed again, by what came of that",
    { details: [said(DETAILS.missingRecipient), said(DETAILS.stepResumed), said(DETAILS.expired)] },
    "expired",
    "The message would be of no use any more at this moment",
  ],
  [
    "a channel that the subscriber switched off",
    {
      status: "canceled",
      details: [
        said(DETAILS.filteredBySubscriberGlobal, '{"decidedBy":"SUBSCRIBER_GLOBAL"}'),
        said(DETAILS.stepFiltered, '{"filter":{"conditions":[],"passed":true},"preferences":{"passed":false}}'),
      ],
    },
    "preference_off",
    "email is switched off by the subscriber's choice for all workflows",
  ],
  [
    "conditions that failed, with those that did",
    {
      status: "canceled",
      details: [
        said(DETAILS.stepFiltered, {
          filter: {
            conditions: [
              { filter: "Payload", field: "a", operator: "EQUAL", expected: "1", actual: "1", passed: true },
              { filter: "Payload", field: "b", operator: "EQUAL", expected: "2", actual: "", passed: false },
            ],
          },
        }),
      ],
    },
    "conditions_not_met",
    `The step's conditions are not met: Payload b is not there, and EQUAL "2" is expected`,
  ],
  [
    "a step of another branch",
    { status: "canceled", details: [said(DETAILS.stepFiltered, { branch: { ran: "vip" } })] },
    "other_branch",
    "The run took another branch: vip",
  ],
  [
    "a step that its code skips",
    { status: "canceled", details: [said(DETAILS.stepFiltered, { skip: true })] },
    "skipped_by_code",
    "The step's code says that it is skipped",
  ],
  [
    "a step of an event that was cancelled and not looked at since",
    { status: "canceled" },
    "canceled",
    "The event was cancelled by its caller",
  ],
  [
    "an event that came in time",
    { type: "wait_for_event", status: "completed", details: [said(DETAILS.eventReceived)] },
    "event_received",
    "The event that the run waited for came in time",
  ],
  [
    "a message that joined another one until the hours open, and not a digest",
    { status: "merged", details: [said(DETAILS.mergedUntilOpening)] },
    "merged_until_opening",
    "One message for several events is sent when the subscriber's hours open",
  ],
  [
    "a step behind a digest that another run sends",
    { status: "merged" },
    "merged_into_digest",
    "The run that has taken the event in goes on instead",
  ],
  [
    "a step that had joined a digest, and whose event was cancelled",
    { type: "digest", status: "canceled", details: [said(DETAILS.digestMerged), said(DETAILS.canceledByCaller)] },
    "canceled",
    "The event was cancelled by its caller",
  ],
  [
    "a delay whose event was cancelled with an API key",
    { type: "delay", status: "canceled", details: [said(DETAILS.canceledByCaller, { name: "Ada", keyEnd: "1a2b" })] },
    "canceled",
    "The event was cancelled with an API key of Ada that ends in 1a2b",
  ],
  [
    "a step that had joined a digest which was discarded",
    { type: "digest", status: "canceled", details: [said(DETAILS.digestMerged), said(DETAILS.digestDiscarded)] },
    "discarded",
    "A member discarded the digest",
  ],
  [
    "a message that had joined another one until the hours open, and whose execution ended",
    { status: "failed", details: [said(DETAILS.mergedUntilOpening), said(DETAILS.executionEnded)] },
    "execution_ended",
    "The execution of the run was ended before the step",
  ],
  [
    "a history that is no JSON",
    { details: [said(DETAILS.bridgeFailed, "{")] },
    "bridge_failed",
    "The bridge gave no result: the history says no more",
  ],
  [
    "a failure that the history does not know",
    { error: "out of memory", details: [said(DETAILS.messageCreated)] },
    "not_processed",
    "out of memory",
  ],
])("the reason of a step: %s", (_, step, code, text) => {
  expect(reasonOf(ended(step))).toEqual({ code, text });
});

test.each([
  [{ message: "No", code: "406", status: 422 }, "406"],
  [{ message: "No", status: 503 }, "503"],
  [{ message: "No" }, undefined],
])("a refusal has the vendor's own code, or else the status of its answer: %o", (raw, vendorCode) => {
  const step = { details: [said(DETAILS.providerError, JSON.stringify(raw))] };
  expect(reasonOf(ended(step)).vendorCode).toBe(vendorCode);
});
