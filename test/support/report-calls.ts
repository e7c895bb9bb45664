import type { DeliveryReport, ReportCall } from "#providers/delivery-reports.ts";
import { createHttp } from "#providers/http.ts";
import type { AnyProvider } from "#providers/provider.ts";

/** The public address of a provider's reports. */
export const REPORT_URL = "https://belfry.example/v1/webhooks/organizations/o/environments/e/email/p";

/** Returns the reports of a call, read as the route reads them. Throws what is not the vendor's, and what cannot be read. */
export async function readReports(
  provider: AnyProvider,
  credentials: Record<string, unknown>,
  call: Partial<ReportCall>,
): Promise<DeliveryReport[]> {
  const http = createHttp();
  try {
    const complete = { method: "POST", url: REPORT_URL, headers: {}, body: "", query: {}, ...call };
    const read = await provider.readReports?.(complete, credentials, { http });
    if (!read || !("reports" in read)) throw new Error(`${provider.id} has read no reports`);
    return read.reports;
  } finally {
    await http.close();
  }
}
