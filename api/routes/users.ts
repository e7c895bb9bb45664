import { Account } from "#contract/auth.ts";
import { data } from "#contract/common.ts";
import { findUser } from "#db/queries/users/users.ts";
import { notFound } from "#domain/errors.ts";
import { KEY, ORGANIZATION_MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { accountView } from "../views/accounts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** The person behind a token or key: api-workflows-and-widget.md section 8. */
export const userRoutes: ZodRoutes = async (app) => {
  app.get(
    "/users/me",
    {
      schema: { response: { 200: data(Account), ...failures("not_found") } },
      config: { access: [KEY, ORGANIZATION_MEMBER] },
    },
    async ({ caller }) => {
      const user = await findUser(app.db, caller.userId);
      if (!user) throw notFound("The user of this token does not exist any more");
      return { data: accountView(user) };
    },
  );
};
