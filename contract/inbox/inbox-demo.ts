import { z } from "zod";
import { SUBSCRIBER } from "../schemas/access.ts";
import { data, example, textUpTo } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/* What the inbox's demo page calls, for which no page may have a secret key. */

const PRODUCT_MAX = 100;

export const SendDemoNotification = z
  .object({
    /** The product's name in the texts of the demo workflow. */
    product: textUpTo(PRODUCT_MAX).optional(),
  })
  .meta(example({ product: "Belfry" }));

/** Not acknowledged where the environment has no demo workflow. */
export const DemoNotification = z.object({ acknowledged: z.boolean() });

export const inboxDemoOperations = operations("inbox", {
  sendDemoNotification: {
    route: "POST /v1/inbox/demo",
    client: "inbox.sendDemo",
    summary: "Trigger the demo workflow for the subscriber",
    description: "In development mode only: an installation in production has no demo.",
    access: [SUBSCRIBER],
    limit: "sessions",
    audit: { none: "it only triggers" },
    body: SendDemoNotification,
    answer: { 201: data(DemoNotification) },
    failures: ["not_found", "plan_limit_reached", "unavailable"],
  },
});
