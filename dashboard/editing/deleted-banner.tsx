import { Button } from "#dashboard/components/controls/button.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { errorText } from "../errors.ts";

interface DeletedBannerProps {
  /** "workflow". */
  kind: string;
  editable: boolean;
  /** The call that creates it again. */
  creation: { isPending: boolean; error: Error | null };
  onCreate: () => void;
}

/** Says that what is edited was deleted elsewhere, and offers to create it again as it is on the screen. */
export function DeletedBanner({ kind, editable, creation: { isPending, error }, onCreate }: DeletedBannerProps) {
  return (
    <Banner
      tone="warning"
      title={`This ${kind} was deleted`}
      {...(editable && {
        action: (
          <Button variant="primary" disabled={isPending} onClick={onCreate}>
            Create it again
          </Button>
        ),
      })}
    >
      {error ? errorText(error) : "What you see is no longer stored on the server."}
    </Banner>
  );
}
