import { z } from "zod";
import { DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import { smsProvider } from "../provider.ts";

/** Belfry's own catcher of text messages. */
export const belfrySms = smsProvider({
  id: DEMO_SMS_PROVIDER,
  name: "Belfry SMS",
  logo: "belfry.svg",
  uncoded: "Nothing is sent to a vendor",
  credentials: z.object({}),
  send: (message, _credentials, { outbox }) =>
    outbox.deliver({
      channel: "sms",
      messageId: message.id,
      to: [message.to],
      from: "Belfry",
      content: message.content,
    }),
});
