import { Login, Token } from "#contract/auth.ts";
import { data } from "#contract/common.ts";
import { PUBLIC } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { signIn } from "../services/sign-in.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Signing in to the dashboard: api-workflows-and-widget.md section 7. */
export const authRoutes: ZodRoutes = async (app) => {
  app.post(
    "/auth/login",
    {
      schema: { body: Login, response: { 201: data(Token), ...failures() } },
      config: { access: [PUBLIC], limit: "logins" },
    },
    async ({ body }, reply) => {
      const token = await signIn(app.db, body, app.config.secret);
      return reply.code(201).header("cache-control", "no-store").send({ data: { token } });
    },
  );
};
