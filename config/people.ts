import { z } from "zod";
import { oneOf } from "./kinds.ts";
import { setting, together } from "./setting.ts";

export const people = {
  /** Who may register: open for everybody, or invited for people with an invitation. */
  registration: setting("BELFRY_REGISTRATION", oneOf("open", "invited"), {
    development: "open",
    production: "invited",
  }),
  /** Password of the member whom `npm run admin -- create-organisation` creates; read from standard input when not given. */
  adminPassword: setting("BELFRY_ADMIN_PASSWORD", z.string()),
  github: together(
    {
      /** Client ID of the OAuth app at GitHub through which people sign in; its callback is /v1/auth/github/callback of the API. */
      clientId: setting("BELFRY_GITHUB_CLIENT_ID", z.string()),
      /** Client secret of the OAuth app at GitHub. */
      clientSecret: setting("BELFRY_GITHUB_CLIENT_SECRET", z.string()),
    },
    "an OAuth app needs its client ID and its client secret",
  ),
};
