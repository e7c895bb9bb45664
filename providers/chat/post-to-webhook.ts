import type { Http } from "../http/http.ts";
import type { HttpReply } from "../http/http-reply.ts";
import type { HttpRequest } from "../http/http-request.ts";
import { ProviderError } from "../provider-error.ts";

/** Statuses by which a vendor says that it knows the address no more. */
const GONE: readonly number[] = [401, 403, 404, 410];

/**
 * Posts to the address of one subscriber's channel. A customer chose it, so that it is guarded as any address that no
 * provider's file names. One that the vendor no longer accepts, by its status or by `classify`, is a failure of class
 * CREDENTIAL: not of the integration, but of this subscriber's credentials.
 */
export async function postToWebhook(
  http: Http,
  webhookUrl: string,
  request: HttpRequest,
  gone: readonly number[] = GONE,
): Promise<HttpReply> {
  let isGone = false;
  try {
    return await http.post(webhookUrl, {
      limits: "recipient",
      ...request,
      classify: (reply, documented) => {
        const isRefused = reply.status >= 300;
        const errorClass =
          request.classify?.(reply, documented) ??
          (isRefused ? documented() : undefined) ??
          (gone.includes(reply.status) ? "CREDENTIAL" : undefined);
        isGone = errorClass === "CREDENTIAL";
        return errorClass;
      },
    });
  } catch (error) {
    if (!isGone || !(error instanceof ProviderError)) throw error;
    const remedy = "connect the channel again and store its new address in the subscriber's credentials";
    throw new ProviderError(
      "CREDENTIAL",
      `The webhook URL of this subscriber's channel is no longer accepted (${error.message}): ${remedy}`,
      error,
    );
  }
}
