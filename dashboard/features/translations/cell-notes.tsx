import { TriangleAlert } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { TextState } from "./text-states.ts";

interface CellNotesProps {
  id: string;
  group: string;
  locale: string;
  textKey: string;
  state: TextState;
}

/** Says what a text lacks, and what is sent in place of one that is not there. */
export function CellNotes({ id, group, locale, textKey, state: { text, open, fallback, gaps } }: CellNotesProps) {
  const { may, write, readOnly } = useEnvironment();
  const review = useOneMutation({
    mutationFn: () => write("translations.review", group, locale, { keys: [textKey] }),
  });
  const isOutdated = open.includes("outdated");
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1.5 text-xs text-muted empty:hidden">
      <span id={id} className="flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
        {open.includes("missing") && <Warning text="Missing" />}
        {text === undefined && <span>{sentText(fallback, `${group}.${textKey}`)}</span>}
        {isOutdated && <Warning text="Outdated" />}
        {gaps && gaps.lacking.length > 0 && <Warning text={`Lacks ${placeholders(gaps.lacking)}`} />}
        {gaps && gaps.foreign.length > 0 && <Warning text={`The default has no ${placeholders(gaps.foreign)}`} />}
      </span>
      {isOutdated && may("content.edit") && !readOnly && (
        <Button small pending={review.isPending} onClick={() => review.mutate()}>
          Mark as up to date
          <span className="sr-only">{` for ${textKey} in ${locale}`}</span>
        </Button>
      )}
      {review.isError && (
        <span role="alert" className="text-danger wrap-anywhere">
          {errorText(review.error)}
        </span>
      )}
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <span className="inline-flex max-w-full [&>span]:whitespace-normal [&>span]:wrap-anywhere">
      <Badge tone="warning" icon={<TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />}>
        {text}
      </Badge>
    </span>
  );
}

const sentText = (fallback: TextState["fallback"], key: string): string =>
  fallback ? `The text in ${fallback.locale} is sent` : `The key ${key} is sent`;

const placeholders = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(", ");
