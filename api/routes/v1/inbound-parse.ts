import { inboundParseOperations } from "#contract/inbound-mail.ts";
import { handlers } from "../../handlers.ts";
import { inboundSettings } from "../../services/inbound-mail/inbound-settings.ts";
import { mailServersByDns, mxStatus } from "../../services/inbound-mail/mx-status.ts";

/** Replies to emails. */
export const inboundParseRoutes = handlers(inboundParseOperations, (app) => {
  const { mailHost } = app.config;
  return {
    getMxStatus: async ({ scope }) => ({
      data: await mxStatus(app.db, scope, { mailHost, mailServersOf: mailServersByDns }),
    }),

    getInboundMailSettings: async ({ scope }) => ({ data: await inboundSettings(app, scope) }),
  };
});
