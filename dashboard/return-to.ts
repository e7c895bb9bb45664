import { redirect } from "@tanstack/react-router";
import { z } from "zod";
import type { DashboardRouter } from "./router.tsx";

/** Paths of this site alone, with the dashboard's context path: a link must not redirect a member to another site after signing in. */
const ReturnTo = z.string().regex(/^\/(?![/\\])[^\s\\]*$/);

/** The search parameter of the page to open after signing in; anything else is left out. */
export const OptionalReturnTo = ReturnTo.optional().catch(undefined);

/** Opens the page that somebody signed in for; the first one without such. Resolves when it is open. */
export const openAfterSignIn = (router: DashboardRouter, returnTo: string | undefined): Promise<void> =>
  returnTo === undefined ? router.navigate({ to: "/" }) : router.navigate({ href: returnTo });

/** The same for a route that somebody opens who is signed in already. */
export const redirectAfterSignIn = (returnTo: string | undefined) =>
  returnTo === undefined ? redirect({ to: "/", replace: true }) : redirect({ href: returnTo, replace: true });
