import { formBody, headerOf, jsonBody, type ReportCall, UnreadableReportError } from "../reports/delivery-reports.ts";

/**
 * The fields of a report: of the query of a GET, else of the body, which is a form or one JSON object. Values that are neither
 * text nor number are left out. Throws `UnreadableReportError`.
 */
export function reportFields(call: ReportCall): ReadonlyMap<string, string> {
  if (call.method === "GET") return textsOf(call.query);
  const isJson = /\bjson\b/.test(headerOf(call, "content-type") ?? "") || call.body.trimStart().startsWith("{");
  if (!isJson) return new Map(formBody(call));
  const body = jsonBody(call);
  if (typeof body !== "object" || body === null) throw new UnreadableReportError("The body is not a JSON object");
  return textsOf(body);
}

function textsOf(fields: object): Map<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
}
