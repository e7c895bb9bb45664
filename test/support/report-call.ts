import type { ReportCall } from "#providers/delivery-reports.ts";

/** The public address of the calls that tests make. */
export const REPORT_URL = "https://belfry.example.com/v1/reports/env-1/integration-1";

interface Content {
  form?: Record<string, string>;
  json?: unknown;
  body?: string;
  headers?: Record<string, string>;
  url?: string;
}

/** A report by POST: a form, JSON, or a body of any kind. Headers have lower-case names. */
export function aReportCall({ form, json, body, headers = {}, url = REPORT_URL }: Content): ReportCall {
  const type = form ? "application/x-www-form-urlencoded" : json === undefined ? undefined : "application/json";
  return {
    ...{ method: "POST", url, query: Object.fromEntries(new URL(url).searchParams) },
    headers: { ...(type !== undefined && { "content-type": type }), ...headers },
    body: body ?? (form ? new URLSearchParams(form).toString() : JSON.stringify(json)),
  };
}

/** A report by GET, in the query. */
export function aReportInQuery(query: Record<string, string>, headers: Record<string, string> = {}): ReportCall {
  return { method: "GET", url: `${REPORT_URL}?${new URLSearchParams(query)}`, headers, body: "", query };
}
