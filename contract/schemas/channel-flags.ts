import { z } from "zod";

export const ChannelFlags = z
  .object({
    in_app: z.boolean(),
    email: z.boolean(),
    sms: z.boolean(),
    chat: z.boolean(),
    push: z.boolean(),
  })
  .meta({ id: "ChannelFlags" });
export type ChannelFlags = z.infer<typeof ChannelFlags>;
