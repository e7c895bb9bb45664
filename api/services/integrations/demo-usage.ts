import type { Config } from "#config.ts";
import type { Channel } from "#contract/constants/channels.ts";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import type { DemoUsage } from "#contract/integrations.ts";
import type { Database } from "#db/client.ts";
import { countDemoMessages, demoMonth } from "#db/queries/messages/demo-messages.ts";
import type { Scope } from "#db/scope.ts";

const DEMO_PROVIDERS: Partial<Record<Channel, string>> = { email: DEMO_EMAIL_PROVIDER, sms: DEMO_SMS_PROVIDER };

interface Services {
  db: Database;
  config: Pick<Config, "demoLimits">;
}

/** Messages of the channel's demo provider. Channels without one have neither limit nor count. */
export async function demoUsage({ db, config }: Services, scope: Scope, channel: Channel): Promise<DemoUsage> {
  const providerId = DEMO_PROVIDERS[channel];
  const month = providerId && demoMonth(config.demoLimits, providerId, new Date());
  if (!month) return { limit: 0, count: 0 };
  return { limit: month.limit, count: await countDemoMessages(db, scope, month) };
}
