import { createHash } from "node:crypto";
import { z } from "zod";
import type { OauthFlow } from "../oauth/oauth-state.ts";

const Login = z.object({
  /** Proves to GitHub that whoever redeems the code began the sign-in (PKCE, RFC 7636). */
  verifier: z.string(),
  invitationToken: z.string().optional(),
});
export type Login = z.infer<typeof Login>;

/** A sign-in through GitHub. */
export const loginFlow: OauthFlow<Login> = { cookie: "belfry_github", audience: "github_login", about: Login };

export const challengeOf = ({ verifier }: Login): string => createHash("sha256").update(verifier).digest("base64url");
