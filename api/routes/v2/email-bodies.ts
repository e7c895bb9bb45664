import { emailBodyOperations } from "#contract/v2/email-bodies.ts";
import { convertEmailBody } from "../../controls/email-blocks/convert-email-body.ts";
import { handlers } from "../../handlers.ts";

/** Bodies of emails, as HTML and as blocks. */
export const emailBodyRoutes = handlers(emailBodyOperations, () => ({
  convertEmailBody: ({ body }) => ({ data: convertEmailBody(body) }),
}));
