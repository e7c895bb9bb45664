import { expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { aDetail, aJob } from "../../testing/fixtures.ts";
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
  [[DETAILS.throttled], /Enough runs/],
  [[DETAILS.stoppedByThrottle], /throttled the run/],
] as const)("a step with the details %j was skipped, with the reason", (details, reason) => {
  expect(skipReason(canceled(...details))).toMatch(reason);
  expect(shownStatus(canceled(...details))).toBe("skipped");
});

test.each([[DETAILS.canceledByCaller], [DETAILS.stoppedAfterFailure]])("a step with %j was canceled", (detail) => {
  expect(skipReason(canceled(detail))).toBeUndefined();
  expect(shownStatus(canceled(detail))).toBe("canceled");
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

test("a step that failed is failed, even when its history has a filter", () => {
  expect(shownStatus(aJob("failed", { executionDetails: [aDetail(DETAILS.stepFiltered)] }))).toBe("failed");
});
