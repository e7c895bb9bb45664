import { emailBodyOperations } from "#contract/v2/email-bodies.ts";
import { convertEmailBody } from "../../controls/email-blocks/convert-email-body.ts";
import { handlers } from "../../handlers.ts";
import { htmlOfBody } from "../../mjml/html-of-body.ts";

/** Bodies of emails, as HTML and as blocks. */
export const emailBodyRoutes = handlers(emailBodyOperations, (app) => ({
  convertEmailBody: async ({ body: { body, to } }) => ({
    data: convertEmailBody({ body: await htmlOfBody(app.mjml, body, { isForBlocks: to === "blocks" }), to }),
  }),
}));
