import { z } from "zod";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";

const Fields = z.record(z.string(), z.unknown());

/** Returns the seconds that this field of an answer names when a request came too early. A fraction is rounded up. */
export function retryAfterField({ status, text }: HttpReply, field: string): number | undefined {
  const seconds = status === 429 ? Fields.safeParse(jsonOf(text)).data?.[field] : undefined;
  return typeof seconds === "number" && seconds >= 0 ? Math.ceil(seconds) : undefined;
}
