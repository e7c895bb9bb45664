import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    1: "delivered",
    2: "failed",
    4: "queued",
    8: "accepted",
    16: "rejected",
    // Newer versions add why: expired, and unknown.
    34: "failed",
    66: "failed",
  }),
);

const Query = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  answer: z.string().optional().catch(undefined),
  at: z.string().optional().catch(undefined),
});

/**
 * Returns the address that Kannel calls about a message, by the address of the integration. Kannel replaces `%d` by the
 * status, `%A` by the answer of the centre, and `%T` by the seconds since 1970.
 */
export function reportAddress(reportUrl: string, id: string): string {
  const fields = `id=${encodeURIComponent(id)}`.replaceAll("%", "%%");
  const address = reportUrl.replaceAll("%", "%%");
  return `${address}${address.includes("?") ? "&" : "?"}${fields}&status=%d&answer=%A&at=%T`;
}

/** Kannel's calls of `dlr-url`. They are not signed. */
export const kannelReports: ReportDefinition<unknown> = {
  setUp: "message",
  isGenuine: () => "unsigned",
  parse({ query }) {
    const { data } = Query.safeParse(query);
    if (!data) throw new UnreadableReportError("The query has no id or no status");
    const status = STATUSES.get(data.status);
    if (!status) return [];
    return [{ identifier: data.id, status, at: unixDate(data.at), response: data.answer || undefined, raw: query }];
  },
};
