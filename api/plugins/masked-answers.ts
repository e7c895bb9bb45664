import type { RouteOptions } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { z } from "zod";
import { maskedSecret } from "#domain/values/masked-secret.ts";
import { secretsMasked } from "../masked-schemas.ts";

/** Masks what the contract marks as shown to API keys only in answers to everybody else. */
export const maskedAnswers = fastifyPlugin(
  async (app) => {
    app.addHook("onRoute", (route) => {
      const byStatus = new Map(
        responsesOf(route).flatMap(([status, schema]) => {
          const masked = schema instanceof z.ZodType && secretsMasked(schema);
          return masked ? [[Number(status), masked] as const] : [];
        }),
      );
      if (byStatus.size === 0) return;
      route.preSerialization = [
        ...[route.preSerialization ?? []].flat(),
        async (request, reply, answer) => {
          const masked = request.caller?.kind === "key" ? undefined : byStatus.get(reply.statusCode);
          return masked ? masked(answer, maskedSecret) : answer;
        },
      ];
    });
  },
  { name: "masked-answers" },
);

const responsesOf = ({ schema }: RouteOptions): [string, unknown][] =>
  typeof schema?.response === "object" && schema.response !== null ? Object.entries(schema.response) : [];
