import type { FastifyRequest } from "fastify";
import { ReportAddress, ReportAddressV2, TakenReports } from "#contract/delivery-reports.ts";
import type { ReportCall } from "#providers/delivery-reports.ts";
import { PUBLIC } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { acceptReports } from "../services/accept-reports.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [PUBLIC] } as const;
const response = { 200: TakenReports, ...failures("not_found", "payload_too_large") };

/** Reports of vendors about messages that they have taken: engine.md 7.11. */
export const deliveryReportRoutes: ZodRoutes = async (app) => {
  // A signature is of the body as it came, whatever its type is.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, async (_request: unknown, body: string) => body);

  const callOf = ({ url, headers, body, query }: Pick<FastifyRequest, "url" | "headers" | "body" | "query">) =>
    ({
      url: new URL(url, app.config.publicUrl).href,
      headers,
      body: typeof body === "string" ? body : "",
      query: typeof query === "object" && query !== null ? { ...query } : {},
    }) satisfies ReportCall;
  const services = { db: app.db, engine: app.engine, config: app.config };

  app.post(
    "/v1/webhooks/organizations/:organizationId/environments/:environmentId/:channel/:providerOrIntegrationId",
    {
      schema: {
        summary: "Take delivery reports of a provider; the address is set up at the vendor",
        params: ReportAddress,
        response,
      },
      config,
    },
    async (request) => acceptReports({ ...services, log: request.log }, request.params, callOf(request)),
  );

  app.post(
    "/v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId",
    {
      schema: { summary: "Take delivery reports of a provider", params: ReportAddressV2, response },
      config,
    },
    async (request) => {
      const { environmentId, integrationId } = request.params;
      const reporter = { environmentId, providerOrIntegrationId: integrationId };
      return acceptReports({ ...services, log: request.log }, reporter, callOf(request));
    },
  );
};
