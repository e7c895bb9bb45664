import { type RegisteredRouter, redirect } from "@tanstack/react-router";

/** Paths of this site alone, with the dashboard's context path: a link must not redirect a member to another site after signing in. */
const PATH = /^\/(?![/\\])[^\s\\]*$/;

/** Returns the page to open after signing in, as a search parameter names it; undefined for anything else. */
export const returnToOf = (value: unknown): string | undefined =>
  typeof value === "string" && PATH.test(value) ? value : undefined;

/**
 * Opens the page that somebody signed in for; the first one without such. It takes the place of the sign-in, to which the back button does
 * not lead any more. Resolves when it is open.
 */
export const openAfterSignIn = (router: RegisteredRouter, returnTo: string | undefined): Promise<void> =>
  returnTo === undefined
    ? router.navigate({ to: "/", replace: true })
    : router.navigate({ href: returnTo, replace: true });

/** The same for a route that somebody opens who is signed in already. */
export const redirectAfterSignIn = (returnTo: string | undefined) =>
  returnTo === undefined ? redirect({ to: "/", replace: true }) : redirect({ href: returnTo, replace: true });
