import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

/** A sign-in through GitHub that the browser has begun. It is kept in a cookie, so that another browser cannot end it. */
const LoginState = z.object({
  /** Comes back from GitHub with the code. */
  state: z.string(),
  /** Proves to GitHub that whoever redeems the code began the sign-in (PKCE, RFC 7636). */
  verifier: z.string(),
  invitationToken: z.string().optional(),
});
export type LoginState = z.infer<typeof LoginState>;

/** Settings that the cookie depends on. */
interface CookieConfig {
  publicUrl: string;
  contextPaths: { readonly api: string };
}

const LOGIN_COOKIE = "belfry_github";
/** The cookie goes to the callback alone. */
const COOKIE_PATH = "/v1/auth/github";
const MINUTES = 10;
/** Keeps the token from being taken for a member's or a subscriber's. */
const AUDIENCE = "github_login";

const bytes = (secret: string) => new TextEncoder().encode(secret);
const random = (): string => randomBytes(32).toString("base64url");

export const newLoginState = (invitationToken?: string): LoginState => ({
  state: random(),
  verifier: random(),
  ...(invitationToken && { invitationToken }),
});

export const challengeOf = ({ verifier }: LoginState): string =>
  createHash("sha256").update(verifier).digest("base64url");

/** Returns the header that has the browser keep the state. */
export async function stateCookie(login: LoginState, config: CookieConfig & { secret: string }): Promise<string> {
  const token = await new SignJWT(login)
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(AUDIENCE)
    .setExpirationTime(`${MINUTES}m`)
    .sign(bytes(config.secret));
  return cookie(token, MINUTES * 60, config);
}

/** Returns the header that has the browser forget the state, so that it serves once. */
export const endedCookie = (config: CookieConfig): string => cookie("", 0, config);

function cookie(value: string, maxAge: number, { publicUrl, contextPaths }: CookieConfig): string {
  // Lax: GitHub's redirect back to the callback is a navigation, which takes the cookie along.
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${LOGIN_COOKIE}=${value}; Path=${contextPaths.api}${COOKIE_PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the sign-in that this browser began, if the state is its own. */
export async function readLoginState(
  cookies: string | undefined,
  state: string | undefined,
  secret: string,
): Promise<LoginState | undefined> {
  const token = cookies
    ?.split(";")
    .map((part) => part.trim().split("="))
    .find(([name]) => name === LOGIN_COOKIE)?.[1];
  if (!token || !state) return undefined;
  try {
    const { payload } = await jwtVerify(token, bytes(secret), { algorithms: ["HS256"], audience: AUDIENCE });
    const login = LoginState.parse(payload);
    return isSame(login.state, state) ? login : undefined;
  } catch {
    // Whatever is wrong with the cookie, the sign-in has to begin again.
    return undefined;
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
