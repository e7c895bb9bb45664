import { expect, test } from "vitest";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { africasTalking } from "../africas-talking.ts";

const read = (call: ReportContent) =>
  readReports(africasTalking, { apiKey: "key", user: "belfry", from: "Belfry" }, call);
const event = { id: "ATXid_1", phoneNumber: "+254711000000", networkCode: "63902" };

test.each([
  ["Sent", "sent"],
  ["Submitted", "accepted"],
  ["Buffered", "queued"],
  ["Success", "delivered"],
  ["Rejected", "rejected"],
  ["Failed", "failed"],
  ["AbsentSubscriber", "undelivered"],
  ["Expired", "undelivered"],
])("the status %s is %s", async (given, status) => {
  const form = { ...event, status: given, retryCount: "0" };
  expect(await read({ form })).toEqual([
    { identifier: "ATXid_1", status, at: null, response: undefined, attempts: 1, raw: form },
  ]);
});

test("a failure has its reason, and the first try is counted with the others", async () => {
  const form = { ...event, status: "Failed", failureReason: "UserInBlackList", retryCount: "2" };
  expect(await read({ form })).toMatchObject([{ response: "UserInBlackList", attempts: 3 }]);
});

test("the tries are unknown where they are no number", async () => {
  expect(await read({ form: { ...event, status: "Sent", retryCount: "many" } })).toMatchObject([
    { attempts: undefined },
  ]);
});

test("a status that is not known is left out", async () => {
  expect(await read({ form: { ...event, status: "toString" } })).toEqual([]);
});

test.each(["", "{}", "id=1", "status=Sent"])("%j is no report", async (body) => {
  await expect(read({ body })).rejects.toThrow(UnreadableReportError);
});
