import type { Query } from "#client/client.ts";
import type { WebhookStatus } from "#contract/constants/webhooks.ts";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { keyParam, searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";

/** The filter and the place of the deliveries of an endpoint, as their address has them. */
export const WebhookMessageSearch = searchSchema({
  status: keyParam<WebhookStatus>({ waiting: true, sent: true, failed: true }),
  cursor: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type WebhookMessageSearch = ReturnType<typeof WebhookMessageSearch.parse>;

export const webhookMessageQuery = ({ status, cursor, size }: WebhookMessageSearch): Query<"listWebhookMessages"> => ({
  limit: size,
  ...(cursor && { cursor }),
  ...(status && { status }),
});
