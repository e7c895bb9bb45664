import type { Channel } from "#contract/constants/channels.ts";
import type { Subscriber } from "#contract/subscribers.ts";

interface Reach {
  channel: Channel;
  isReachable: boolean;
  /** The place at which the subscriber is reached, or what is missing. */
  text: string;
}

/** Says of each channel whether a subscriber can be reached on it. */
export function reachOf({ email, phone, channels, isOnline }: Subscriber): readonly Reach[] {
  const devices = channels.flatMap(({ credentials }) => credentials.deviceTokens ?? []).length;
  const chats = channels.filter(({ credentials }) => credentials.webhookUrl || credentials.channel).length;
  return [
    {
      channel: "in_app",
      isReachable: isOnline !== undefined,
      text: isOnline === undefined ? "has not opened the inbox yet" : isOnline ? "online now" : "has opened the inbox",
    },
    { channel: "email", isReachable: Boolean(email), text: email || "no address" },
    { channel: "sms", isReachable: Boolean(phone), text: phone || "no number" },
    {
      channel: "chat",
      isReachable: chats > 0,
      text: chats === 0 ? "not connected" : chats === 1 ? "1 connection" : `${chats} connections`,
    },
    {
      channel: "push",
      isReachable: devices > 0,
      text: devices === 0 ? "no device" : devices === 1 ? "1 device" : `${devices} devices`,
    },
  ];
}
