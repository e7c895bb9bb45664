import { type DeliveryReport, ForgedReportError, type ReportCall } from "#providers/delivery-reports.ts";
import { createHttp } from "#providers/http.ts";
import type { AnyProvider } from "#providers/provider.ts";

/** The parts of a vendor's call that matter to a test. */
interface GivenCall {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent urlencoded. */
  form?: Record<string, string>;
  body?: string;
  /** A call by GET, which has no body. */
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Reads the reports of a call as the route does that receives it. */
export async function reportsIn(
  provider: AnyProvider,
  credentials: Record<string, unknown>,
  given: GivenCall,
): Promise<DeliveryReport[]> {
  if (!provider.readReports) throw new Error(`${provider.id} reads no reports`);
  const http = createHttp();
  try {
    const read = await provider.readReports(callOf(given), credentials, { http });
    if ("challenge" in read) throw new Error("The vendor only asked");
    return read.reports;
  } finally {
    await http.close();
  }
}

/** Whether a call counts as one of the vendor. */
export const isTaken = (...call: Parameters<typeof reportsIn>): Promise<boolean> =>
  reportsIn(...call).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ForgedReportError) return false;
      throw error;
    },
  );

function callOf({ json, form, body, query, headers = {} }: GivenCall): ReportCall {
  const url = new URL("https://belfry.example/v1/webhooks/organizations/o/environments/e/sms/i");
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
  return {
    method: query ? "GET" : "POST",
    url: url.href,
    headers,
    body: body ?? (json === undefined ? new URLSearchParams(form).toString() : JSON.stringify(json)),
    query: query ?? {},
  };
}
