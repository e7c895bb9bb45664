import { useQueryClient } from "@tanstack/react-query";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import type { Integration } from "#contract/integrations.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { isRanked } from "./connected.ts";

const DEMO_PROVIDERS: ReadonlySet<string> = new Set([DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER]);

/**
 * Returns a function that has a provider, just connected, send in the place of Belfry's demo provider, which a new environment uses first and which
 * reaches nobody. It resolves to whether it does that now; rejects with the reason why it cannot.
 */
export function useDemoReplacement() {
  const queryClient = useQueryClient();
  const { read, write, current } = useEnvironment();
  return async ({ _id, channel, active }: Integration): Promise<boolean> => {
    if (!active || !isRanked(channel)) return false;
    const all = await queryClient.fetchQuery(read("integrations.getAll"));
    const first = all.find((one) => one._environmentId === current?._id && one.channel === channel && one.primary);
    if (!first || !DEMO_PROVIDERS.has(first.providerId)) return false;
    await write("integrations.order", { channel, integrationIds: [_id] });
    return true;
  };
}
