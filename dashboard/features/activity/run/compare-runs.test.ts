import { expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { aDetail, aJob, aRun } from "#dashboard/testing/fixtures.ts";
import { comparedFacts, comparedSteps } from "./compare-runs.ts";

const named = (name: string) => ({ step: { _id: name, name } });
const ada = aRun({ version: 3, subscriber: { _id: "a", subscriberId: "ada" } });
const bob = aRun({ version: 4, subscriber: { _id: "b", subscriberId: "bob" } });

test("facts that differ are marked, but for the duration", () => {
  expect(
    comparedFacts(ada, bob)
      .filter(({ differs }) => differs)
      .map(({ name }) => name),
  ).toEqual(["Version", "Subscriber"]);
});

test("a step that ended by another rule differs, and one that only names somebody else does not", () => {
  const sent = (by: string) =>
    aJob("completed", { ...named("mail"), executionDetails: [aDetail(DETAILS.messageSent, { providerId: by })] });
  const off = aJob("canceled", { ...named("sms"), executionDetails: [aDetail(DETAILS.filteredBySubscriberGlobal)] });
  const failed = aJob("failed", { ...named("sms"), executionDetails: [aDetail(DETAILS.noIntegration)] });
  const rows = comparedSteps({ ...ada, jobs: [sent("ses"), off] }, { ...bob, jobs: [sent("ses"), failed] });
  expect(rows.map(({ name, differs }) => [name, differs])).toEqual([
    ["mail", false],
    ["sms", true],
  ]);
  expect(rows[0]?.left).toContain("ada");
  expect(rows[0]?.right).toContain("bob");
});

test("a step that only one version has is said to be missing in the other", () => {
  const jobs = [aJob("completed", named("mail"))];
  const [row] = comparedSteps({ ...ada, jobs: [] }, { ...bob, jobs });
  expect(row).toMatchObject({ name: "mail", left: "This version has no such step.", differs: true });
});
