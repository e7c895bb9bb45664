import type { RegisteredRouter } from "@tanstack/react-router";
import type { Answer } from "#client/client.ts";
import { openAfterSignIn } from "./return-to.ts";
import { useSession } from "./session.ts";

/** Signs in with the answer to a first factor, or asks for the code of the second one. Resolves when the next page is open. */
export async function openSession(
  router: RegisteredRouter,
  signedIn: Answer<"signIn">,
  returnTo?: string | undefined,
): Promise<void> {
  if ("challenge" in signedIn) {
    // Behind the #, so that it is in no log of a server. It is of no use without the code.
    await router.navigate({ to: "/auth/code", search: { returnTo }, hash: signedIn.challenge, replace: true });
    return;
  }
  useSession.getState().signIn(signedIn.token);
  await openAfterSignIn(router, returnTo);
}
