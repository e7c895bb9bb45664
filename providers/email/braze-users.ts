import { z } from "zod";
import { HOUR } from "#contract/constants/values/times.ts";
import type { Http } from "../http/http.ts";
import type { HttpRequest } from "../http/http-request.ts";

const Answer = z.object({ users: z.array(z.object({ external_id: z.string().min(1).nullish() })) });

const USER_REMEMBERED_MS = HOUR;
const MOST_REMEMBERED = 10_000;

/** Finds the user of an address; undefined where Braze has none. */
export type FindUser = (address: string) => Promise<string | undefined>;

/**
 * Finds users by an export, which Braze allows far fewer of than mails: who was found is remembered for an hour. Of several
 * users with one address the first one is taken, so that the person gets one mail.
 */
export function createFindUser(http: Http, url: string, request: HttpRequest): FindUser {
  const remembered = new Map<string, { user: Promise<string | undefined>; until: number }>();
  const ask = async (address: string) => {
    const json = { email_address: address, fields_to_export: ["external_id"] };
    const reply = await http.post(url, { ...request, json, idempotent: true });
    return reply.json(Answer).users.find(({ external_id }) => external_id)?.external_id ?? undefined;
  };
  return async (address) => {
    const key = address.toLowerCase();
    const known = remembered.get(key);
    if (known && known.until > Date.now()) return known.user;
    const entry = { user: ask(address), until: Date.now() + USER_REMEMBERED_MS };
    remembered.delete(key);
    remembered.set(key, entry);
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
    const forget = () => {
      if (remembered.get(key) === entry) remembered.delete(key);
    };
    return entry.user.then(
      (user) => {
        // A user may be created at any time.
        if (user === undefined) forget();
        return user;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
  };
}
