import { z } from "zod";
import { IDENTIFIER_MAX } from "../constants/limits.ts";
import { EMAIL_CONTENT_TYPES } from "../constants/templates/templates.ts";
import { example, nameText, referenceUpTo } from "../schemas/common.ts";
import { EmailAddress } from "../schemas/people.ts";
import { MessageTemplate } from "./templates.ts";

/** Addresses of one test. */
const ADDRESSES_MAX = 10;

const fields = z.record(z.string(), z.unknown(), { error: "must be an object" });
const isEmail = (value: unknown) => EmailAddress.safeParse(value).success;

/**
 * An email to send at once: its content, or with `bridge` the step whose code makes it. `payload` has what the content names, also
 * `subscriber`, and the sender as `$sender_email`.
 */
export const TestEmail = z
  .object({
    contentType: z.enum(EMAIL_CONTENT_TYPES, { error: `must be one of ${EMAIL_CONTENT_TYPES.join(", ")}` }),
    payload: fields.refine(
      ({ $sender_email: from }) => from === undefined || from === null || from === "" || isEmail(from),
      {
        path: ["$sender_email"],
        error: "must be an email",
      },
    ),
    subject: z.string({ error: "must be a text" }),
    content: MessageTemplate.shape.content,
    to: z.union(
      [
        EmailAddress.transform((address) => [address]),
        z
          .array(EmailAddress)
          .min(1, { error: "should not be empty" })
          .max(ADDRESSES_MAX, { error: `must contain no more than ${ADDRESSES_MAX} elements` }),
      ],
      { error: `must be an email, or a list of at most ${ADDRESSES_MAX}` },
    ),
    preheader: z.string().optional(),
    /** Id, slug or identifier. */
    layoutId: z.string().nullish(),
    /** Identifier of an integration of the channel, in place of the primary one. */
    integrationIdentifier: referenceUpTo(IDENTIFIER_MAX).optional(),
    bridge: z.boolean().default(false),
    stepId: nameText().optional(),
    workflowId: nameText().optional(),
    /** Values for the controls of the bridge's step. */
    controls: fields.optional(),
  })
  .superRefine(({ bridge, workflowId, stepId }, context) => {
    for (const [field, value] of Object.entries({ workflowId, stepId })) {
      if (bridge && !value)
        context.addIssue({ code: "custom", path: [field], message: "should not be empty with bridge" });
    }
  })
  .meta(
    example({
      contentType: "customHtml",
      payload: { name: "Ada" },
      subject: "Hello {{name}}",
      content: "<p>Your order is on its way.</p>",
      to: "ada@example.com",
    }),
  );
export type TestEmail = z.infer<typeof TestEmail>;
