import { z } from "zod";
import { ProviderError } from "../provider-error.ts";
import type { AccessToken } from "./access-token.ts";
import { type HttpReply, jsonOf } from "./http-reply.ts";

const Answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(3_600),
});

/** Reads the answer of an OAuth 2 token endpoint. No error quotes it, as it may hold a token in another form. */
export function readOAuthToken({ text, status }: HttpReply, host: string): AccessToken {
  const answer = Answer.safeParse(jsonOf(text));
  if (!answer.success)
    throw new ProviderError("RETRY", `${host} answered ${status} without an access token`, { status });
  return { value: answer.data.access_token, expiresIn: answer.data.expires_in };
}
