import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ReportAddress, ReportAddressV2, TakenReports } from "#contract/delivery-reports.ts";
import { PUBLIC } from "../access.ts";
import { unparsed } from "../openapi/media.ts";
import { failures } from "../plugins/errors.ts";
import { acceptReports, type Reporter, type VendorCall } from "../services/accept-reports.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [PUBLIC] } as const;
/** A call by which the vendor only asks whether the address is right is answered in the form that the vendor wants. */
const TAKEN = {
  description: "The reports that were taken, or what the vendor wants to be answered",
  content: {
    "application/json": { schema: z.union([TakenReports, z.record(z.string(), z.unknown())]) },
    "text/plain": unparsed("string", "1158201444"),
  },
};
const response = { 200: TAKEN, ...failures("not_found", "payload_too_large", "unavailable") };
const REPORT = {
  content: { "*/*": unparsed("string", '[{"event":"delivered","sg_message_id":"14c5d75ce93.dfd.64b469"}]') },
};

/** Reports of vendors about messages that they have taken. */
export const deliveryReportRoutes: ZodRoutes = async (app) => {
  // A signature is of the body as it came, whatever its type is.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, async (_request: unknown, body: string) => body);

  const callOf = (
    request: Pick<FastifyRequest, "method" | "url" | "originalUrl" | "headers" | "body" | "query">,
  ): VendorCall => {
    const { method, url, originalUrl, headers, body, query } = request;
    const { publicUrl, contextPaths } = app.config;
    const called = new URL(originalUrl, publicUrl).href;
    // A proxy may have removed the context path of the address that the vendor called.
    const complete = new URL(url === originalUrl ? contextPaths.webhook + url : originalUrl, publicUrl).href;
    return {
      method,
      urls: complete === called ? [called] : [called, complete],
      headers,
      body: typeof body === "string" ? body : "",
      query: typeof query === "object" && query !== null ? { ...query } : {},
    };
  };

  async function answer(request: FastifyRequest, reply: FastifyReply, reporter: Reporter) {
    const { db, engine, config, http } = app;
    const taken = await acceptReports({ db, engine, config, http, log: request.log }, reporter, callOf(request));
    if (!("challenge" in taken)) return taken;
    // No report, but a text in the form that the vendor wants.
    const { type, text, headers = {} } = taken.challenge;
    return reply.headers(headers).type(type).serializer(String).send(text);
  }

  for (const method of ["GET", "POST"] as const) {
    app.route({
      method,
      config,
      url: "/v1/webhooks/organizations/:organizationId/environments/:environmentId/:channel/:providerOrIntegrationId",
      schema: {
        summary: "Take delivery reports of a provider; the address is set up at the vendor",
        params: ReportAddress,
        ...(method === "POST" && { body: REPORT }),
        response,
      },
      handler: async (request, reply) => answer(request, reply, request.params),
    });
    app.route({
      method,
      config,
      url: "/v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId",
      schema: {
        summary: "Take delivery reports of a provider",
        params: ReportAddressV2,
        ...(method === "POST" && { body: REPORT }),
        response,
      },
      handler: async (request, reply) => {
        const { environmentId, integrationId } = request.params;
        return answer(request, reply, { environmentId, providerOrIntegrationId: integrationId });
      },
    });
  }
};
