import type { FastifyReply, FastifyRequest } from "fastify";
import { deliveryReportOperations } from "#contract/delivery-reports.ts";
import { type Handler, handlers } from "../../handlers.ts";
import { readText } from "../../read-text.ts";
import { acceptReports, type Reporter, type VendorCall } from "../../services/reports/accept-reports.ts";

/** Reports of vendors about messages that they have taken. */
export const deliveryReportRoutes = handlers(deliveryReportOperations, (app) => {
  // A signature is of the body as it came, whatever its type is.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) =>
    readText(request, body),
  );

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
  const take: Handler<typeof deliveryReportOperations.receiveDeliveryReportsByQuery> = async (request, reply) =>
    answer(request, reply, request.params);

  const takeV2: Handler<typeof deliveryReportOperations.receiveDeliveryReportsByQueryV2> = async (request, reply) => {
    const { environmentId, integrationId } = request.params;
    return answer(request, reply, { environmentId, providerOrIntegrationId: integrationId });
  };

  return {
    receiveDeliveryReports: take,
    receiveDeliveryReportsByQuery: take,
    receiveDeliveryReportsV2: takeV2,
    receiveDeliveryReportsByQueryV2: takeV2,
  };
});
