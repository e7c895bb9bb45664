import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { RESET_DAYS } from "#contract/constants/people.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { EntryPage, TEXT_LINK } from "#dashboard/features/session/entry-page.tsx";
import { ResetRequestForm } from "#dashboard/features/session/reset-request-form.tsx";

export const Route = createFileRoute("/auth/reset/")({ component: ResetPage });

function ResetPage() {
  const { api } = Route.useRouteContext();
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState(false);
  const back = (
    <p>
      <Link to="/auth/sign-in" className={TEXT_LINK}>
        Back to sign-in
      </Link>
    </p>
  );
  if (sent) {
    return (
      <EntryPage
        title="Check your inbox"
        intro={
          <p role="status">
            If an account has the address <strong className="text-text">{email}</strong>, a mail with a link is on its
            way. The link is valid for {RESET_DAYS} days and can be used once.
          </p>
        }
        footer={back}
      >
        <Button className="self-start" autoFocus onClick={() => setSent(false)}>
          Send another one
        </Button>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Set a new password" intro="A mail with a link for that goes to your address." footer={back}>
      <ResetRequestForm
        email={email}
        onRequest={async (address) => {
          await api.auth.requestPasswordReset({ email: address });
          setEmail(address);
          setSent(true);
        }}
      />
    </EntryPage>
  );
}
