import { expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { aDetail, aJob } from "#dashboard/testing/fixtures.ts";
import { shownStatus, skipReason } from "./skip-reason.ts";

const canceled = (...details: string[]) => aJob("canceled", { executionDetails: details.map((text) => aDetail(text)) });

test.each([
  [[DETAILS.filteredBySubscriberGlobal, DETAILS.stepFiltered], /subscriber turned this channel off for all workflows/],
  [
    [DETAILS.filteredBySubscriberWorkflow, DETAILS.stepFiltered],
    /subscriber turned this channel off for this workflow/,
  ],
  [[DETAILS.filteredByMember, DETAILS.stepFiltered], /member/],
  [[DETAILS.filteredByWorkflow, DETAILS.stepFiltered], /default preferences/],
  [[DETAILS.stepFiltered], /conditions are not met/],
  [[DETAILS.expired], /has expired/],
  [[DETAILS.throttled], /limit of runs/],
  [[DETAILS.stoppedByThrottle], /throttled the run/],
  [[DETAILS.outsideHours], /outside the subscriber's hours/],
  [[DETAILS.hoursNotOpening], /hours do not open/],
] as const)("a step with the details %j was skipped, with the reason", (details, reason) => {
  expect(skipReason(canceled(...details))).toMatch(reason);
  expect(shownStatus(canceled(...details))).toBe("skipped");
});

test.each([[DETAILS.canceledByCaller], [DETAILS.stoppedAfterFailure]])("a step with %j was canceled", (detail) => {
  expect(skipReason(canceled(detail))).toBeUndefined();
  expect(shownStatus(canceled(detail))).toBe("canceled");
});

test.each([
  ["bounced", /: it bounced for good\.$/],
  ["complained", /reported as spam/],
  ["unsubscribed", /unsubscribed/],
  ["added", /list of suppressed addresses/],
  [undefined, /list of suppressed addresses/],
])("a step whose address is suppressed (%s) says why", (reason, text) => {
  const details = [aDetail(DETAILS.suppressed, reason ? { raw: JSON.stringify({ suppressionId: "1", reason }) } : {})];
  expect(skipReason(aJob("skipped", { executionDetails: details }))).toMatch(text);
});

test("a step of a branch that was not chosen says which one ran", () => {
  const ofBranch = (ran: string | null) => {
    const raw = JSON.stringify({
      filter: { conditions: [], passed: false },
      branch: { step: "plan", ran, belongsTo: "b" },
    });
    return skipReason(aJob("canceled", { executionDetails: [aDetail(DETAILS.stepFiltered, { raw })] }));
  };
  expect(ofBranch("vip")).toBe("The run took another branch: vip.");
  expect(ofBranch(null)).toBe("No branch of its step was chosen.");
  const plain = aDetail(DETAILS.stepFiltered, { raw: "{" });
  expect(skipReason(aJob("canceled", { executionDetails: [plain] }))).toBe("The step's conditions are not met.");
});

const failed = (type: "email" | "sms" | "chat" | "push", ...details: string[]) =>
  aJob("failed", { type, executionDetails: details.map((text) => aDetail(text, { status: "Failed" })) });

test.each([
  ["email", [DETAILS.missingRecipient], "The subscriber has no email address."],
  ["sms", [DETAILS.missingRecipient], "The subscriber has no phone number."],
  ["chat", [DETAILS.noChannel], "The subscriber has connected no chat provider."],
  ["chat", [DETAILS.noWebhookUrl, DETAILS.allChatFailed], "The subscriber's chat credentials have no webhook URL."],
  ["chat", [DETAILS.noPhoneNumber, DETAILS.allChatFailed], "The subscriber has no phone number."],
  ["push", [DETAILS.noChannel, DETAILS.pushFailed], "The subscriber has connected no push provider."],
  ["push", [DETAILS.noDeviceTokens, DETAILS.pushFailed], "The subscriber has no device token."],
] as const)("a step of %s that failed with %j was skipped: nobody could be reached", (type, details, reason) => {
  expect(skipReason(failed(type, ...details))).toBe(reason);
  expect(shownStatus(failed(type, ...details))).toBe("skipped");
});

test("a step that failed for another reason as well, or sent a part, is failed", () => {
  const both = failed("chat", DETAILS.noWebhookUrl, DETAILS.providerError, DETAILS.allChatFailed);
  const part = failed("push", DETAILS.noDeviceTokens, DETAILS.pushFailed);
  const sent = aDetail(`${DETAILS.messageSent}: expo`);
  const resumed = failed("email", DETAILS.missingRecipient, DETAILS.stepResumed, DETAILS.providerError);
  for (const job of [both, { ...part, executionDetails: [sent, ...part.executionDetails] }, resumed]) {
    expect(skipReason(job)).toBeUndefined();
    expect(shownStatus(job)).toBe("failed");
  }
  expect(shownStatus(failed("push", DETAILS.pushFailed))).toBe("failed");
  expect(shownStatus(failed("email"))).toBe("failed");
});

test("a step that failed is failed, even when its history has a filter", () => {
  expect(shownStatus(aJob("failed", { executionDetails: [aDetail(DETAILS.stepFiltered)] }))).toBe("failed");
});
