import { describe, expect, test } from "vitest";
import type { ResumableFilter } from "#contract/resumptions.ts";
import { aCancellation, aResumption } from "#dashboard/testing/resumptions.ts";
import { RunSearch } from "../run-search.ts";
import { resumableFilter, runSearchOf } from "./resume-selection.ts";
import { paceText, progressText, resumptionTitle, spreadText } from "./resumption-texts.ts";

const WORKFLOW = "00000000-0000-4000-8000-0000000000a1";

describe("the filter of the list", () => {
  const search = RunSearch.parse({
    channels: ["email"],
    templates: [WORKFLOW],
    subscriberIds: ["bob"],
    transactionId: "order-1",
    dryRuns: "exclude",
    after: "2026-01-05T10:00:00.000Z",
    failedAfter: "2026-01-05T11:00:00.000Z",
  });

  test("is that of the resumption, and leads back to the same list", () => {
    const filter = resumableFilter(search);
    expect(filter).toEqual({
      channels: ["email"],
      templates: [WORKFLOW],
      subscriberIds: ["bob"],
      transactionId: "order-1",
      dryRuns: "exclude",
      from: "2026-01-05T10:00:00.000Z",
      failedAfter: "2026-01-05T11:00:00.000Z",
    });
    expect(RunSearch.parse(runSearchOf(filter ?? {}))).toEqual(search);
  });

  test("without values is the filter of all runs", () => {
    expect(resumableFilter(RunSearch.parse({}))).toEqual({});
  });

  test("with more values than a resumption takes is none", () => {
    const subscriberIds = Array.from({ length: 101 }, (_, at) => `s${at}`);
    expect(resumableFilter(RunSearch.parse({ subscriberIds }))).toBeUndefined();
  });

  test.each<ResumableFilter>([
    { statuses: ["failed"] },
    { reasons: ["550"] },
    { integrationIds: [WORKFLOW] },
    { to: "2026-01-05T10:00:00Z" },
  ])("does not have %o", (filter) => {
    expect(runSearchOf(filter)).toBeUndefined();
  });
});

test.each([
  [0, "At once"],
  [45, "Over 45 seconds"],
  [60, "Over 1 minute"],
  [600, "Over 10 minutes"],
  [3_600, "Over 1 hour"],
  [86_400, "Over 1 day"],
])("%i seconds are said as %s", (seconds, text) => {
  expect(spreadText(seconds)).toBe(text);
});

test.each([
  [12_483, 0, "As fast as your providers accept the messages"],
  [12_483, 3_600, "About 3 runs per second"],
  [100, 3_600, "About 2 runs per minute"],
  [3, 3_600, "About 3 runs per hour"],
  [1, 21_600, "The runs are resumed evenly over this time"],
  [undefined, 60, "The runs are resumed evenly over this time"],
])("the pace of %s runs in %i seconds: %s", (runs, seconds, text) => {
  expect(paceText(runs, seconds)).toBe(text);
});

test("the progress names only what there is", () => {
  expect(progressText(aResumption({ state: "counting", total: 3_000 }), "resume")).toBe(
    "Counting: 3,000 runs found so far",
  );
  expect(progressText(aResumption({ total: 1, done: 1, failed: 0, skipped: 0 }), "resume")).toBe("1 of 1 run resumed");
  expect(progressText(aResumption({ total: 0, done: 0, failed: 0, skipped: 0 }), "resume")).toBe("No run matched");
  expect(progressText(aResumption(), "resume")).toBe(
    "12,480 of 12,483 runs resumed, 2 not resumed, 1 with nothing left to do",
  );
  expect(progressText(aCancellation(), "cancel")).toBe(
    "1,200 of 1,204 runs cancelled, 1 not cancelled, 3 had already ended",
  );
});

test("a resumption without a name is called by its runs", () => {
  const { name: _name, ...nameless } = aResumption();
  expect(resumptionTitle(aResumption(), "resume")).toBe("After the outage");
  expect(resumptionTitle({ ...nameless, filter: { channels: ["email", "sms"], providers: ["ses"] } }, "resume")).toBe(
    "Channel: Email or SMS · Provider: ses",
  );
  expect(resumptionTitle({ ...nameless, filter: {} }, "resume")).toBe("All failed and stopped runs");
  expect(resumptionTitle({ ...nameless, filter: undefined, runIds: [WORKFLOW] }, "resume")).toBe("1 selected run");
  expect(resumptionTitle({ ...nameless, filter: {} }, "cancel")).toBe("All runs that have not ended");
  expect(resumptionTitle({ ...nameless, filter: {} }, "cancel")).toBe("All runs that have not ended");
});
