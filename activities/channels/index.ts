import type { Channel } from "#contract/constants/channels.ts";
import type { ChannelModule } from "./channel.ts";
import { chat } from "./chat.ts";
import { email } from "./email.ts";
import { inApp } from "./in-app.ts";
import { push } from "./push.ts";
import { sms } from "./sms.ts";

const modules: readonly ChannelModule[] = [inApp, email, sms, chat, push];

/** Throws for a channel whose steps cannot be saved. */
export function channelModule(channel: Channel): ChannelModule {
  const found = modules.find((module) => module.channel === channel);
  if (!found) throw new Error(`Steps of channel ${channel} cannot be run`);
  return found;
}
