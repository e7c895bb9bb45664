import { Account, ChangeEmail, Onboarding, OnboardingTour, UpdateProfile } from "#contract/auth.ts";
import { data } from "#contract/common.ts";
import { findUser } from "#db/queries/users/users.ts";
import { notFound } from "#domain/errors.ts";
import { KEY, PERSON } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeEmail, changeOnboarding, changeProfile } from "../services/change-account.ts";
import { accountView } from "../views/accounts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** The person behind a token or key. */
export const userRoutes: ZodRoutes = async (app) => {
  const response = { 200: data(Account), ...failures("not_found") };
  const config = { access: [KEY, PERSON] } as const;
  const personal = { access: [PERSON] } as const;

  app.get("/users/me", { schema: { response }, config }, async ({ caller }) => {
    const user = await findUser(app.db, caller.userId);
    if (!user) throw notFound("The user of this token does not exist any more");
    return { data: accountView(user) };
  });

  app.put("/users/profile", { schema: { body: UpdateProfile, response }, config }, async (request) => ({
    data: accountView(await changeProfile(app, request, request.body)),
  }));

  app.put("/users/profile/email", { schema: { body: ChangeEmail, response }, config: personal }, async (request) => {
    const services = { db: app.db, config: app.config, mailer: app.mailer, log: request.log };
    return { data: accountView(await changeEmail(services, request, request.body.email)) };
  });

  app.put("/users/onboarding", { schema: { body: Onboarding, response }, config }, async ({ caller, body }) => {
    const { showOnBoarding } = body;
    const changes = typeof showOnBoarding === "boolean" ? { showOnBoarding } : {};
    return { data: accountView(await changeOnboarding(app.db, caller, changes)) };
  });

  app.put(
    "/users/onboarding-tour",
    { schema: { body: OnboardingTour, response }, config: personal },
    async ({ caller, body }) => {
      const { showOnBoardingTour } = body;
      const changes = typeof showOnBoardingTour === "number" ? { showOnBoardingTour } : {};
      return { data: accountView(await changeOnboarding(app.db, caller, changes)) };
    },
  );
};
