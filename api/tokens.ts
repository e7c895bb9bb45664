import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { CONTENT_FORMATS } from "#contract/constants/content-formats.ts";
import {
  TOKEN_ISSUER as ISSUER,
  PREFERENCE_AUDIENCE,
  type PreferenceLinkOwner,
  preferenceLinkOwner,
} from "#db/preference-token.ts";

const SUBSCRIBER_AUDIENCE = "widget_user";

const UserClaims = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string().nullish(),
  email: z.string(),
  profilePicture: z.string().nullish(),
  /** The sign-in that the token is of: without it, or once it has ended, the token is refused. */
  sessionId: z.string(),
  organizationId: z.string().nullish(),
  environmentId: z.string().nullish(),
  roles: z.array(z.string()),
});
export type UserClaims = z.infer<typeof UserClaims>;

const SubscriberClaims = z.object({
  _id: z.string(),
  subscriberId: z.string(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  email: z.string().nullish(),
  organizationId: z.string(),
  environmentId: z.string(),
  /** The id of the API key whose hash the session was opened with: it ends with the key. */
  proof: z.string().optional(),
  /** In which format its sockets are sent the contents of messages. */
  format: z.enum(CONTENT_FORMATS).optional(),
  /** The contexts that the session is for; left out for none. */
  contextKeys: z.array(z.string()).optional(),
});
export type SubscriberClaims = z.infer<typeof SubscriberClaims>;

/** Days from a sign-in for which its session, and every token of it, is valid. */
export const SESSION_DAYS = 30;

const bytes = (secret: string) => new TextEncoder().encode(secret);

/** A token of a session, which ends when that does. */
export function signUserToken(claims: UserClaims, secret: string, expireAt: Date): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(ISSUER)
    .setIssuedAt()
    .setExpirationTime(expireAt)
    .sign(bytes(secret));
}

export function signSubscriberToken(claims: SubscriberClaims, secret: string): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(ISSUER)
    .setAudience(SUBSCRIBER_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime("15d")
    .sign(bytes(secret));
}

/** The claims, or undefined for a token that is not a member's or no longer valid. */
export async function verifyUserToken(token: string, secret: string): Promise<UserClaims | undefined> {
  const payload = await payloadOf(token, secret);
  // Subscribers' tokens are signed with the same secret; the audience is what keeps them out.
  return payload === undefined || payload.aud !== undefined ? undefined : UserClaims.safeParse(payload).data;
}

export async function verifySubscriberToken(token: string, secret: string): Promise<SubscriberClaims | undefined> {
  const payload = await payloadOf(token, secret);
  return payload?.aud === SUBSCRIBER_AUDIENCE ? SubscriberClaims.safeParse(payload).data : undefined;
}

/** The owner of a link to the page of preferences, or what is wrong with the link. */
export async function verifyPreferenceToken(
  token: string,
  secret: string,
): Promise<PreferenceLinkOwner | "expired" | "forged"> {
  const expected = { algorithms: ["HS256"], issuer: ISSUER, audience: PREFERENCE_AUDIENCE, requiredClaims: ["exp"] };
  try {
    const { payload } = await jwtVerify(token, bytes(secret), expected);
    return preferenceLinkOwner(payload) ?? "forged";
  } catch (error) {
    // Expiry is looked at last: the link was one of ours.
    return error instanceof errors.JWTExpired ? "expired" : "forged";
  }
}

/** Tokens whose signature is known to be right, with their claims: an inbox sends the same one with every request. */
const verified = new LRUCache<string, JWTPayload>({ max: 2_000 });

async function payloadOf(token: string, secret: string): Promise<JWTPayload | undefined> {
  const name = `${secret} ${token}`;
  const known = verified.get(name);
  if (known) return isExpired(known) ? undefined : known;
  try {
    const { payload } = await jwtVerify(token, bytes(secret), { algorithms: ["HS256"], issuer: ISSUER });
    verified.set(name, payload);
    return payload;
  } catch {
    // Whatever is wrong with a token, its bearer is told the same.
    return undefined;
  }
}

const isExpired = ({ exp }: JWTPayload): boolean => exp !== undefined && exp <= Math.floor(Date.now() / 1000);
