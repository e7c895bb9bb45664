import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { smsProvider } from "../provider.ts";

const Answer = z.object({ id: z.union([z.string().min(1), z.number().transform(String)]) });

/** Eazy's SMS channels. The vendor's own pages do not say how a text is named in the body. */
export const eazySms = smsProvider({
  id: "eazy-sms",
  name: "Eazy",
  docs: "https://api.eazy.im/v3/",
  beta: true,
  hosts: ["api.eazy.im"],
  uncoded: "Eazy documents no answers but those to messages that it takes",
  credentials: z.object({ apiKey: secret("API Key"), channelId: text("SMS Channel Id") }),
  async send({ to, content }, { apiKey, channelId }, { http }) {
    const url = `https://api.eazy.im/v3/channels/${segment(channelId)}/messages/${segment(`${to}@sms.eazy.im`)}`;
    const reply = await http.post(url, {
      headers: { authorization: `Bearer ${apiKey}` },
      json: { message: { type: "text", text: content } },
    });
    return { id: reply.json(Answer).id, date: reply.date };
  },
});

/** One part of a path, in which the vendor's ids keep their `@` and phone numbers their `+`. */
const segment = (value: string) => encodeURIComponent(value).replaceAll("%40", "@").replaceAll("%2B", "+");
