import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Confirmation = lazyNamed(() => import("#dashboard/components/overlays/confirmation.tsx"), "Confirmation");

/** A button that deletes all messages of the outbox, after a question. */
export function ClearOutbox() {
  const { may, write } = useEnvironment();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  if (!may("environment.use")) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Clear outbox</Button>
      {isAsking && (
        <Suspense>
          <Confirmation
            onClose={() => setAsking(false)}
            title="Clear the outbox?"
            action="Delete all messages"
            done="The outbox was cleared"
            onConfirm={async () => {
              await write("outbox.clear");
              void navigate({ to: "/outbox", search: {} });
            }}
          >
            <p>
              All messages of this environment that were delivered here are deleted, for all members. Runs and the
              activity stay as they are. This cannot be undone.
            </p>
          </Confirmation>
        </Suspense>
      )}
    </>
  );
}
