import { z } from "zod";
import { IN_APP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { optional, toggle } from "../credentials.ts";
import { inAppProvider } from "../provider.ts";

/** The inbox as an integration. */
export const belfry = inAppProvider({
  id: IN_APP_PROVIDER,
  name: "Belfry Inbox",
  uncoded: "Nothing is sent to a vendor",
  credentials: z.object({
    hmac: optional(
      toggle("HMAC", {
        description: "Open the inbox only to sessions that prove their subscriber with a hash made by your server",
      }),
    ),
  }),
});
