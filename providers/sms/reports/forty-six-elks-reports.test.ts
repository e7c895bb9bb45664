import { expect, test } from "vitest";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { fortySixElks } from "../forty-six-elks.ts";

const read = (call: ReportContent) => readReports(fortySixElks, { user: "u1", password: "pass", from: "Belfry" }, call);

test("a delivery is reported with its moment, which is in UTC", async () => {
  const form = { id: "s1", status: "delivered", delivered: "2026-05-05T10:00:01.123000" };
  expect(await read({ form })).toEqual([
    { identifier: "s1", status: "delivered", at: new Date("2026-05-05T10:00:01.123Z"), raw: form },
  ]);
});

test.each(["sent", "failed"])("the status %s is reported without a moment", async (status) => {
  expect(await read({ form: { id: "s1", status } })).toMatchObject([{ identifier: "s1", status, at: null }]);
});

test("a status that is not known is left out", async () => {
  expect(await read({ form: { id: "s1", status: "constructor" } })).toEqual([]);
});

test.each(["", "{}", "id=s1", "status=sent"])("%j is no report", async (body) => {
  await expect(read({ body })).rejects.toThrow(UnreadableReportError);
});
