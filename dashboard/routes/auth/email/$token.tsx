import { createFileRoute, Link } from "@tanstack/react-router";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { errorText } from "#dashboard/errors.ts";
import { EntryPage, TEXT_LINK } from "#dashboard/features/session/entry-page.tsx";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";

export const Route = createFileRoute("/auth/email/$token")({ component: ConfirmEmailPage });

/** A mail program may open links by itself: the address changes by a press of the button alone. */
function ConfirmEmailPage() {
  const { token } = Route.useParams();
  const { api } = Route.useRouteContext();
  const { mutate, data, error, isPending } = useOneMutation({ mutationFn: () => api.auth.confirmEmail({ token }) });
  const home = (
    <p>
      <Link to="/" className={TEXT_LINK}>
        Go to the dashboard
      </Link>
    </p>
  );
  if (data) {
    return (
      <EntryPage title="The address was changed" intro={`From now on you sign in as ${data.email}.`} footer={home}>
        <p role="status" className="text-muted">
          Your sessions on other browsers have ended.
        </p>
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title="Confirm your new address"
      intro="From then on you sign in with it, and your sessions on other browsers end."
      footer={home}
    >
      <div className="flex flex-col gap-4">
        {error && <Alert>{errorText(error)}</Alert>}
        <Button variant="primary" pending={isPending} onClick={() => mutate()}>
          Confirm the address
        </Button>
      </div>
    </EntryPage>
  );
}
