import { z } from "zod";
import { EMAIL_LOSSES } from "../constants/email-losses.ts";
import { LARGE_BODY_BYTES, LAYOUT_MAX } from "../constants/limits.ts";
import { KEY, READER } from "../schemas/access.ts";
import { data, example, textUpTo } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/* Bodies of emails, which are HTML or documents of blocks. */

export const ConvertEmailBody = z
  .object({
    /** HTML with Liquid, or a document of blocks as JSON. */
    body: textUpTo(LAYOUT_MAX),
    to: z.enum(["html", "blocks"]),
  })
  .meta(example({ body: "<h1>Hello {{ subscriber.firstName }}</h1>", to: "blocks" }));
export type ConvertEmailBody = z.infer<typeof ConvertEmailBody>;

const ConvertedEmailBody = z.object({
  body: z.string(),
  /** Of the look, what blocks do not have. */
  losses: z.array(z.enum(EMAIL_LOSSES)),
  /** Blocks that stay HTML, as no other block holds what they have. */
  htmlBlocks: z.number().int(),
});
export type ConvertedEmailBody = z.infer<typeof ConvertedEmailBody>;

export const emailBodyOperations = operations("workflows", {
  convertEmailBody: {
    route: "POST /v2/email-bodies/convert",
    client: "v2.emailBodies.convert",
    summary: "Convert the body of an email between HTML and blocks; nothing is stored",
    access: [KEY, READER],
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "it changes nothing" },
    body: ConvertEmailBody,
    answer: { 200: data(ConvertedEmailBody) },
  },
});
