import { z } from "zod";
import { data } from "#contract/common.ts";
import { UsageLog } from "#contract/widgets.ts";
import { SUBSCRIBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

/** Published clients report what people click. Belfry keeps no such record, and says thank you. */
export const widgetUsageLogRoutes: ZodRoutes = async (app) => {
  app.post(
    "/widgets/usage/log",
    {
      schema: { body: UsageLog, response: { 201: data(z.object({ success: z.literal(true) })), ...failures() } },
      config: { access: [SUBSCRIBER] },
    },
    async (_request, reply) => reply.code(201).send({ data: { success: true as const } }),
  );
};
