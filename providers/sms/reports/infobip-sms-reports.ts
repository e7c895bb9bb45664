import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { sentenceOf } from "../../refusals.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";
import { infobipRefusals } from "../refusals/infobip-refusals.ts";

/** By the group of Infobip's status. */
const STATUSES: ReadonlyMap<number, ReportStatus> = new Map([
  [1, "queued"],
  [2, "undelivered"],
  [3, "delivered"],
  [4, "undelivered"],
  [5, "rejected"],
]);

const Result = z.object({
  messageId: z.string(),
  sentAt: z.string().nullish(),
  doneAt: z.string().nullish(),
  status: z.object({ groupId: z.number(), description: z.string().optional() }),
  error: z.object({ groupId: z.number(), name: z.string(), description: z.string().optional() }).nullish().catch(null),
});
const Body = z.object({ results: z.array(z.unknown()) });

/** Infobip's delivery reports, which are not signed. */
export const infobipReports: ReportDefinition<unknown> = {
  setUp: "message",
  isGenuine: () => "unsigned",
  parse(call) {
    const { data: body } = Body.safeParse(jsonBody(call));
    if (!body) throw new UnreadableReportError("The body has no results");
    return body.results.flatMap(reportOf);
  },
};

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: result } = Result.safeParse(raw);
  const status = result && STATUSES.get(result.status.groupId);
  if (!result || !status) return [];
  const { error, messageId: identifier } = result;
  const hasFailed = error && error.groupId !== 0;
  return [
    {
      identifier,
      status,
      raw,
      at: zonedDate(result.doneAt ?? result.sentAt),
      response: hasFailed
        ? (sentenceOf(infobipRefusals, error.name) ?? `${error.name} ${error.description ?? ""}`.trim())
        : result.status.description,
    },
  ];
}
