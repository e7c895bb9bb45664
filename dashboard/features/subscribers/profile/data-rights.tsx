import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { Subscriber } from "#contract/subscribers.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Section } from "#dashboard/components/section.tsx";
import { download } from "#dashboard/download.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// Few visits end with a removal.
const DeleteSubscriber = lazyNamed(() => import("../delete-subscriber.tsx"), "DeleteSubscriber");
const EraseSubscriber = lazyNamed(() => import("../erase-subscriber.tsx"), "EraseSubscriber");

/** Exports, deletes and erases a subscriber; nothing for members who may do none of that. */
export function DataRights({ subscriber }: { subscriber: Subscriber }) {
  const { subscriberId } = subscriber;
  const { may, write } = useEnvironment();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<"delete" | "erase">();
  const file = useOneMutation({
    mutationFn: async () => {
      const answer = await write("subscribers.export", subscriberId);
      download(`${subscriberId}.json`, await answer.text());
    },
  });
  const dialog = {
    subscriber,
    onClose: () => setRemoving(undefined),
    onDeleted: () => void navigate({ to: "/subscribers", search: {} }),
  };
  return (
    <>
      {may("data.transfer") && (
        <Section
          title="Export data"
          text="All data stored about the subscriber, as a JSON file: profile, preferences, topics, runs, messages and replies."
          action={
            <Button pending={file.isPending} onClick={() => file.mutate()}>
              Export data
            </Button>
          }
        >
          {file.isError && <Alert>{errorText(file.error)}</Alert>}
        </Section>
      )}
      {may("environment.use") && (
        <Section
          title="Delete"
          text="Takes the subscriber out of all lists, topics and broadcasts. What was sent stays in Activity."
          action={<Button onClick={() => setRemoving("delete")}>Delete …</Button>}
        />
      )}
      {may("data.transfer") && (
        <Section
          title="Erase"
          text="Removes everything that is stored about the subscriber, as data protection law may demand."
          action={<Button onClick={() => setRemoving("erase")}>Erase …</Button>}
        />
      )}
      <Suspense>
        {removing === "delete" && <DeleteSubscriber {...dialog} />}
        {removing === "erase" && <EraseSubscriber {...dialog} />}
      </Suspense>
    </>
  );
}
