import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { openSession } from "#dashboard/app/open-session.ts";
import { EntryPage, TEXT_LINK } from "#dashboard/features/session/entry-page.tsx";
import { NewPasswordForm } from "#dashboard/features/session/new-password-form.tsx";

export const Route = createFileRoute("/auth/reset/$token")({ component: NewPasswordPage });

function NewPasswordPage() {
  const { token } = Route.useParams();
  const { api } = Route.useRouteContext();
  const router = useRouter();
  return (
    <EntryPage
      title="Choose a new password"
      intro="It ends the sessions of your account on all browsers."
      footer={
        <p>
          The link works once and for some days.{" "}
          <Link to="/auth/reset" className={TEXT_LINK}>
            Ask for a new link
          </Link>
        </p>
      }
    >
      <NewPasswordForm
        onChoose={async (password) => {
          await openSession(router, await api.auth.resetPassword({ password, token }));
        }}
      />
    </EntryPage>
  );
}
