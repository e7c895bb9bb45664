import { createHttp } from "#providers/http/http.ts";
import type { AnyProvider } from "#providers/provider.ts";
import type { DeliveryReport, ReportCall } from "#providers/reports/delivery-reports.ts";

/** The public address of a provider's reports. */
export const REPORT_URL = "https://belfry.example.com/v1/reports/env-1/integration-1";

/** The parts of a vendor's call that matter to a test. */
export interface ReportContent {
  json?: unknown;
  form?: Record<string, string>;
  /** A body of any kind. */
  body?: string;
  /** A call by GET. */
  query?: Record<string, unknown>;
  /** Names in lower case. */
  headers?: Record<string, string>;
  url?: string;
}

/** The secret in the address of the integration. */
export const REPORT_TOKEN = "the-token-of-the-address";

/** A call by which a vendor reports: by GET where there is a query, else by POST. */
export function aReportCall({ json, form, body, query, headers = {}, url = REPORT_URL }: ReportContent): ReportCall {
  const type = form ? "application/x-www-form-urlencoded" : json === undefined ? undefined : "application/json";
  const address = new URL(url);
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value));
  return {
    method: query ? "GET" : "POST",
    url: query ? address.href : url,
    query: query ?? Object.fromEntries(address.searchParams),
    headers: { ...(type !== undefined && { "content-type": type }), ...headers },
    body: body ?? (json === undefined ? new URLSearchParams(form).toString() : JSON.stringify(json)),
  };
}

/** The same call at the address with its secret. */
export const withToken = (call: ReportCall): ReportCall => ({ ...call, query: { ...call.query, token: REPORT_TOKEN } });

/** Returns the reports of a call, read as the route reads them. Throws what is not the vendor's, and what cannot be read. */
export async function readReports(
  provider: AnyProvider,
  credentials: Record<string, unknown>,
  content: ReportContent,
): Promise<DeliveryReport[]> {
  const http = createHttp();
  try {
    const read = await provider.readReports?.(withToken(aReportCall(content)), credentials, {
      http,
      token: REPORT_TOKEN,
    });
    if (!read || !("reports" in read)) throw new Error(`${provider.id} has read no reports`);
    return read.reports;
  } finally {
    await http.close();
  }
}
