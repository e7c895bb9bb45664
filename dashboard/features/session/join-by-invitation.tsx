import { Link, useLocation } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { Invitation } from "#contract/accounts/organizations.ts";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EntryPage, TEXT_LINK } from "./entry-page.tsx";
import { GithubLink } from "./github-link.tsx";
import { invitationText } from "./invitation-text.ts";
import { SignUpForm } from "./sign-up-form.tsx";

interface JoinByInvitationProps {
  invitation: Invitation;
  invitationToken: string;
  githubSignIn: string | null;
  onSignUp: ComponentProps<typeof SignUpForm>["onSignUp"];
}

/** An invitation for somebody who is not signed in: they sign in when an account has the address, and create one otherwise. */
export function JoinByInvitation({ invitation, invitationToken, githubSignIn, onSignUp }: JoinByInvitationProps) {
  const returnTo = useLocation({ select: ({ publicHref }) => publicHref });
  const { organization, email } = invitation;
  const github = <GithubLink href={githubSignIn} invitationToken={invitationToken} />;
  const title = `Join ${organization.name}`;
  if (invitation._userId !== undefined) {
    return (
      <EntryPage title={title} intro={invitationText(invitation)}>
        <p>
          The invitation went to <strong className="wrap-anywhere">{email}</strong>, which has an account already.
        </p>
        <Link to="/auth/sign-in" search={{ returnTo }} className={buttonClass("primary", "min-h-9")}>
          Sign in to accept
        </Link>
        {github}
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title={title}
      intro={invitationText(invitation)}
      footer={
        <p>
          You have an account with another address?{" "}
          <Link to="/auth/sign-in" search={{ returnTo }} className={TEXT_LINK}>
            Sign in to accept
          </Link>
        </p>
      }
    >
      <SignUpForm email={email} submitText="Create the account and join" onSignUp={onSignUp} />
      {github}
    </EntryPage>
  );
}
