import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { CopyButton } from "#dashboard/components/controls/copy-button.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useSubscriber } from "../person/subscriber-context.ts";

/** Makes a link to the hosted preferences page, as the person has it in messages. */
export function PageLink() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open preferences page …</Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="The preferences page of this person">
        <LinkContent />
      </Dialog>
    </>
  );
}

/** Lives as long as the dialog is open: each time makes a link of its own. */
function LinkContent() {
  const { subscriberId } = useSubscriber();
  const { write } = useEnvironment();
  const link = useOneMutation<{ url: string }, undefined>({
    mutationFn: () => write("subscribers.preferencesLink", subscriberId),
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <p>
        The page opens as this person, without a login. Anyone with the link can view and change these preferences for
        an hour, so do not share it. Changes made there count as made by a member.
      </p>
      {link.data ? (
        <>
          <span className="flex max-w-full min-w-0 items-center gap-1 rounded-md border px-2 py-1">
            <code translate="no" className="truncate font-mono text-xs" title={link.data.url}>
              {link.data.url}
            </code>
            <CopyButton value={link.data.url} what="link" />
          </span>
          <a
            href={link.data.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 text-accent underline"
          >
            <span>Open the preferences page as this person</span>
            <ExternalLink className="size-3.5" aria-hidden="true" />
          </a>
        </>
      ) : (
        <Button variant="primary" pending={link.isPending} onClick={() => link.mutate(undefined)}>
          Make a link
        </Button>
      )}
      {link.error && (
        <p role="alert" className="text-danger">
          {`No link was made. ${errorText(link.error)}`}
        </p>
      )}
    </div>
  );
}
