import { z } from "zod";
import { TENANT_IDENTIFIER_MAX } from "#contract/constants/limits.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { nameUpTo } from "#contract/schemas/common.ts";
import { SubscriberId } from "#contract/subscribers.ts";
import { errorText } from "#dashboard/errors.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";
import type { ExampleEvent } from "../event-snippets.ts";
import { RECIPIENT_KINDS } from "./recipient-kinds.ts";

/** Parses the text of a JSON object. */
const JsonObject = z.string().transform((text, context) => {
  try {
    const value: unknown = parseExactJson(text.trim() || "{}");
    if (isJsonObject(value)) return { ...value };
    context.addIssue({ code: "custom", message: "must be a JSON object, such as {}" });
  } catch (error) {
    context.addIssue({ code: "custom", message: `is not valid JSON: ${errorText(error)}` });
  }
  return z.NEVER;
});

/** The choice of a picker. */
const Chosen = z.object({ id: z.string(), text: z.string() }).nullable();

/** The form of a test event. Tenant and actor are required where the workflow's templates use them. */
export function testEventForm({ tenant, actor }: ExampleEvent) {
  return z
    .object({
      recipient: z.enum(RECIPIENT_KINDS),
      subscriber: Chosen,
      topic: Chosen,
      tenant: tenant ? nameUpTo(TENANT_IDENTIFIER_MAX) : z.string(),
      actor: actor ? SubscriberId : z.literal("").or(SubscriberId),
      payload: JsonObject,
    })
    .superRefine(({ recipient, subscriber, topic }, context) => {
      const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
      if (recipient === "topic" && topic === null) refuse("topic", "must be chosen");
      if (recipient !== "subscriber") return;
      if (subscriber === null) refuse("subscriber", "must be chosen");
      const [issue] = SubscriberId.safeParse(subscriber?.id ?? "-").error?.issues ?? [];
      if (issue) refuse("subscriber", issue.message);
    });
}
