import { afterAll, expect, test } from "vitest";
import { aReportCall, REPORT_TOKEN } from "#test/support/report-calls.ts";
import { createHttp } from "../http/http.ts";
import { providers } from "../registry.ts";
import { ForgedReportError } from "./delivery-reports.ts";

const http = createHttp();
afterAll(() => http.close());

const reporting = providers.filter(({ readReports }) => readReports !== undefined);

const SAMPLES: Readonly<Record<string, string>> = { from: "a@example.com", webhookUrl: "https://example.com/mails" };

/** The credentials that an integration must have, and no others. */
const required = ({ catalogueEntry }: (typeof providers)[number]) =>
  Object.fromEntries(
    catalogueEntry.credentials
      .filter((field) => field.required)
      .map(({ key, type }) => [key, SAMPLES[key] ?? (type === "number" ? 25 : "sample")]),
  );

test.each(reporting.map((provider) => [`${provider.channel}/${provider.id}`, provider] as const))(
  "%s: a call that nobody has signed needs the secret of the address",
  async (_, provider) => {
    for (const token of [undefined, "", "another-token-of-this-length", [REPORT_TOKEN, REPORT_TOKEN]]) {
      for (const call of [aReportCall({ body: "{}" }), aReportCall({ query: { id: "1", status: "sent" } })]) {
        // RingCentral's set-up is told from its reports by a header, Meta's by its query.
        const query = { ...call.query, token };
        const read = provider.readReports?.({ ...call, query }, required(provider), { http, token: REPORT_TOKEN });
        await expect(read).rejects.toThrow(ForgedReportError);
      }
    }
  },
);

test("what a vendor adds behind a second question mark is read once, with all of its signs", async () => {
  const smsCentral = reporting.find(({ id }) => id === "sms-central");
  // As the query's parser leaves `?token=...?REFERENCE=a%26b%2525&STATUS=DELIVRD`.
  const query = { token: `${REPORT_TOKEN}?REFERENCE=a&b%25=c`, STATUS: "DELIVRD" };
  const given = smsCentral && required(smsCentral);
  const read = smsCentral?.readReports?.({ ...aReportCall({ query: {} }), query }, given ?? {}, {
    http,
    token: REPORT_TOKEN,
  });
  expect(await read).toMatchObject({ reports: [{ identifier: "a&b%25=c" }] });
});
