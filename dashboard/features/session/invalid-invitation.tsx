import { Link } from "@tanstack/react-router";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { errorText } from "#dashboard/errors.ts";
import { EntryPage } from "./entry-page.tsx";

/** In place of an invitation that nobody can accept any more. The server says who can send another one. */
export function InvalidInvitation({ error, isSignedIn }: { error: Error; isSignedIn: boolean }) {
  return (
    <EntryPage title="This invitation cannot be accepted">
      <p role="alert" className="wrap-anywhere">
        {errorText(error)}
      </p>
      <Link to="/" className={buttonClass("primary", "min-h-9 self-start")}>
        {isSignedIn ? "Go to Belfry" : "Sign in"}
      </Link>
    </EntryPage>
  );
}
