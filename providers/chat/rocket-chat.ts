import { z } from "zod";
import { secret, text, webUrl } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { chatProvider } from "../provider.ts";
import { type Classification, ProviderError } from "../provider-error.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { AT_MENTIONS } from "./at-mentions.ts";
import { namedAddress } from "./named-address.ts";
import { rocketChatRefusals } from "./rocket-chat-refusals.ts";

const Sent = z.object({
  message: z.object({
    _id: z.string().min(1),
    ts: z.union([z.string(), z.object({ $date: z.number() }).transform(({ $date }) => $date)]).nullish(),
  }),
});
const Refusal = z.object({
  success: z.literal(false),
  error: z.string().optional(),
  errorType: z.string().optional(),
});

/** Rooms of a Rocket.Chat workspace, to which one user of it writes. */
export const rocketChat = chatProvider({
  id: "rocket-chat",
  name: "Rocket.Chat",
  docs: "https://developer.rocket.chat/apidocs/authentication-api",
  fields: { casing: "snake" },
  escapes: AT_MENTIONS,
  refusals: rocketChatRefusals,
  credentials: z.object({
    token: secret("Personal Access Token (x-auth-token)", { type: "text" }),
    user: text("User id (x-user-id)", { type: "text" }),
    baseUrl: webUrl("Base URL", {
      destination: true,
      description: "The address of your workspace. The token is sent nowhere else",
    }),
  }),
  async send({ webhookUrl, channel, content, customData }, { token, user, baseUrl }, { http }) {
    if (!channel) {
      throw new ProviderError(
        "PERMANENT",
        "The subscriber's Rocket.Chat credentials name no room: store the room's id in them as `channel`",
      );
    }
    // The address is that of the workspace. Its token is the integration's, and so is a refusal of it.
    const workspace = namedAddress(webhookUrl, { baseUrl, name: "Rocket.Chat" });
    const reply = await http.post(`${workspace}/api/v1/chat.sendMessage`, {
      headers: { "x-auth-token": token, "x-user-id": user },
      json: { message: { rid: channel, msg: content, ...customData } },
      classify,
    });
    const { message } = reply.json(Sent);
    const sentAt = zonedDate(message.ts);
    return { id: message._id, date: sentAt?.toISOString() ?? reply.date };
  },
});

function classify({ status, text: answer }: HttpReply): Classification | undefined {
  const { data: refusal } = Refusal.safeParse(jsonOf(answer));
  if (!refusal) return undefined;
  if (/error-too-many-requests/.test(`${refusal.errorType} ${refusal.error}`)) return "RATE";
  return status < 300 ? "PERMANENT" : undefined;
}
