import { useState } from "react";
import type { Publication } from "#contract/workflows/publications.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { namesText } from "./item-texts.tsx";

// The contract's schemas are not part of the screen's first load.
const DeclineForm = lazyNamed(() => import("./decline-form.tsx"), "DeclineForm");

/** The name under which is kept what was not sent. */
const DECLINING = "decline-publication";

type Opened = "approve" | "decline" | "withdraw" | "revert" | undefined;

interface PublicationActionsProps {
  publication: Publication;
  target: string;
}

/** The buttons of a publication, by its state and by who looks at it; none for a viewer. */
export function PublicationActions({ publication, target }: PublicationActionsProps) {
  const { may } = useEnvironment();
  const [opened, setOpened] = useState<Opened>(() => (isKept(DECLINING) ? "decline" : undefined));
  if (!may("content.publish")) return null;
  const { state, requestedBy, items } = publication;
  const isWaiting = state === "waiting";
  return (
    <>
      {isWaiting && requestedBy.isSelf && <Button onClick={() => setOpened("withdraw")}>Withdraw …</Button>}
      {isWaiting && !requestedBy.isSelf && (
        <>
          <Button onClick={() => setOpened("decline")}>Decline …</Button>
          <Button variant="primary" onClick={() => setOpened("approve")}>
            Approve …
          </Button>
        </>
      )}
      {items.some(({ isRevertible }) => isRevertible) && <Button onClick={() => setOpened("revert")}>Revert …</Button>}
      <PublicationDialogs
        publication={publication}
        target={target}
        opened={opened}
        onClose={() => setOpened(undefined)}
      />
    </>
  );
}

interface PublicationDialogsProps extends PublicationActionsProps {
  opened: Opened;
  onClose: () => void;
}

function PublicationDialogs({ publication, target, opened, onClose }: PublicationDialogsProps) {
  const { _id, items } = publication;
  const { write } = useEnvironment();
  return (
    <>
      {opened === "approve" && (
        <Confirmation
          onClose={onClose}
          tone="primary"
          title="Approve and publish?"
          action={`Publish to ${target}`}
          onConfirm={() => write("publications.approve", _id)}
          done="The publication was approved"
        >
          <p>{`${namesText(items)}: events that are triggered in ${target} from now on use it. Runs in progress finish as they began.`}</p>
          <p>Edits made after the request are left out.</p>
        </Confirmation>
      )}
      <FormDialog open={opened === "decline"} onOpenChange={onClose} title="Decline this publication" height="h-32">
        <DeclineForm publicationId={_id} keptName={DECLINING} onDeclined={onClose} />
      </FormDialog>
      {opened === "withdraw" && (
        <Confirmation
          onClose={onClose}
          title="Withdraw this publication?"
          action="Withdraw publication"
          onConfirm={() => write("publications.withdraw", _id)}
          done="The publication was withdrawn"
        >
          <p>Nothing is published. You can ask again at any time.</p>
        </Confirmation>
      )}
      {opened === "revert" && <RevertPublication publication={publication} target={target} onClose={onClose} />}
    </>
  );
}

function RevertPublication({ publication, target, onClose }: PublicationActionsProps & { onClose: () => void }) {
  const { write } = useEnvironment();
  const revertible = publication.items.filter(({ isRevertible }) => isRevertible);
  return (
    <Confirmation
      onClose={onClose}
      title="Revert this publication?"
      action={`Revert ${countText(revertible.length, "item")}`}
      onConfirm={async () => {
        const { refused } = await write("publications.revert", publication._id, {});
        const [first] = refused;
        if (first) {
          const others = refused.length > 1 ? ` and ${refused.length - 1} more` : "";
          showToast({ tone: "danger", text: `${first.name}${others} stays as it is. ${first.error}` });
        } else showToast({ tone: "success", text: `${target} has what it had before` });
      }}
    >
      <p>
        {`${namesText(revertible)}: ${target} uses again what it had before. What the publication created is deleted there. Runs in progress finish as they began.`}
      </p>
      <p>Your edits are kept and can be published again.</p>
    </Confirmation>
  );
}
