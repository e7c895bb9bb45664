import { handlers } from "#api/handlers.ts";
import { changeOnboarding, changeProfile } from "#api/services/people/change-account.ts";
import { cancelEmail, requestEmail } from "#api/services/people/change-email.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#api/services/people/second-factor.ts";
import { accountView } from "#api/views/accounts.ts";
import { userOperations } from "#contract/accounts/auth.ts";
import { findUser } from "#db/queries/users/users.ts";
import { notFound } from "#domain/errors.ts";

/** The person behind a token or key. */
export const userRoutes = handlers(userOperations, (app) => ({
  getCurrentUser: async ({ caller }) => {
    const user = await findUser(app.db, caller.userId);
    if (!user) throw notFound("The user of this token does not exist any more");
    return { data: accountView(user) };
  },

  updateProfile: async (request) => ({
    data: accountView(await changeProfile(app, request, request.body)),
  }),

  changeEmail: async (request) => {
    const services = { db: app.db, config: app.config, mailer: app.mailer, mails: app.mails, log: request.log };
    return { data: accountView(await requestEmail(services, request, request.body)) };
  },

  cancelEmail: async (request) => ({ data: accountView(await cancelEmail(app.db, request)) }),

  beginSecondFactor: async (request) => ({
    data: await beginSecondFactor(app, request, request.body.currentPassword),
  }),

  confirmSecondFactor: async (request) => ({
    data: { recoveryCodes: await confirmSecondFactor(app, request, request.body.code) },
  }),

  removeSecondFactor: async (request) => {
    await removeSecondFactor(app, request, request.body);
    return null;
  },

  renewRecoveryCodes: async (request) => ({
    data: { recoveryCodes: await renewRecoveryCodes(app, request, request.body) },
  }),

  updateOnboarding: async ({ caller, body }) => {
    const { showOnBoarding } = body;
    const changes = typeof showOnBoarding === "boolean" ? { showOnBoarding } : {};
    return { data: accountView(await changeOnboarding(app.db, caller, changes)) };
  },

  updateOnboardingTour: async ({ caller, body }) => {
    const { showOnBoardingTour } = body;
    const changes = typeof showOnBoardingTour === "number" ? { showOnBoardingTour } : {};
    return { data: accountView(await changeOnboarding(app.db, caller, changes)) };
  },
}));
