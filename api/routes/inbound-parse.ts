import { data } from "#contract/common.ts";
import { MxStatus } from "#contract/inbound-mail.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { mailServersByDns, mxStatus } from "../services/mx-status.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Replies to emails. */
export const inboundParseRoutes: ZodRoutes = async (app) => {
  const { mailHost } = app.config;

  app.get(
    "/inbound-parse/mx/status",
    { schema: { response: { 200: data(MxStatus), ...failures() } }, config: { access: [KEY, MEMBER] } },
    async ({ scope }) => ({
      data: { mxRecordConfigured: await mxStatus(app.db, scope, { mailHost, mailServersOf: mailServersByDns }) },
    }),
  );
};
