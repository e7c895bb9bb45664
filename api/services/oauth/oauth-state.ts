import { randomBytes, timingSafeEqual } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

/**
 * A kind of flow through the pages of another service, by OAuth. What a flow is about is signed and kept in a cookie of the browser that
 * begins it, so that no other browser can end it: the `state` that comes back with the code has to be the one in the cookie.
 */
export interface OauthFlow<About extends object> {
  /** Name of the cookie. */
  cookie: string;
  /** Keeps the token in the cookie from being taken for that of another flow, of a member or of a subscriber. */
  audience: string;
  about: z.ZodType<About>;
}

const MINUTES = 10;
const State = z.object({ state: z.string() });
const bytes = (secret: string) => new TextEncoder().encode(secret);

/** Returns a text that nobody can guess. */
export const unguessable = (): string => randomBytes(32).toString("base64url");

/** Returns the state to send along, and the header that has the browser keep the flow. Its cookie goes to what is below `address` alone. */
export async function beginFlow<About extends object>(
  { cookie, audience }: OauthFlow<About>,
  about: About,
  { secret, address }: { secret: string; address: string },
): Promise<{ state: string; setCookie: string }> {
  const state = unguessable();
  const token = await new SignJWT({ ...about, state })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(audience)
    .setExpirationTime(`${MINUTES}m`)
    .sign(bytes(secret));
  return { state, setCookie: cookieHeader(cookie, token, { maxAge: MINUTES * 60, address }) };
}

/** Returns the header that has the browser forget the flow, so that it serves once. */
export const endFlow = ({ cookie }: { cookie: string }, address: string): string =>
  cookieHeader(cookie, "", { maxAge: 0, address });

function cookieHeader(name: string, value: string, { maxAge, address }: { maxAge: number; address: string }): string {
  const { protocol, pathname } = new URL(address);
  const secure = protocol === "https:" ? "; Secure" : "";
  // Lax: the redirect back to the callback is a navigation, which takes the cookie along.
  return `${name}=${value}; Path=${pathname}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the flow that this browser has begun, if the state is the one of it. */
export async function readFlow<About extends object>(
  { cookie, audience, about }: OauthFlow<About>,
  { cookies, state }: { cookies: string | undefined; state: string | undefined },
  secret: string,
): Promise<About | undefined> {
  const token = cookies
    ?.split(";")
    .map((part) => part.trim().split("="))
    .find(([name]) => name === cookie)?.[1];
  if (!token || !state) return undefined;
  try {
    const { payload } = await jwtVerify(token, bytes(secret), { algorithms: ["HS256"], audience });
    return isSame(State.parse(payload).state, state) ? about.parse(payload) : undefined;
  } catch {
    // Whatever is wrong with the cookie, the flow has to begin again.
    return undefined;
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
