import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { INPUT_CLASS } from "../../components/field.tsx";
import { useOneMutation } from "../../components/use-one-mutation.ts";
import { errorText } from "../../errors.ts";
import { useEnvironment } from "../../use-environment.ts";

interface TextCellProps {
  group: string;
  locale: string;
  textKey: string;
  /** Undefined where the locale has none. */
  text: string | undefined;
}

/** A text of the grid, which becomes a field when it is pressed. */
export function TextCell({ group, locale, textKey, text }: TextCellProps) {
  const errorId = useId();
  const [draft, setDraft] = useState<string>();
  const { may, mutations, readOnly } = useEnvironment();
  const change = useOneMutation(mutations.changeText(group));
  const label = `${textKey} in ${locale}`;
  if (draft === undefined) {
    return (
      <button
        type="button"
        aria-label={label}
        disabled={readOnly || !may("content.edit")}
        onClick={() => setDraft(text ?? "")}
        className="min-h-8 w-full rounded-md px-1.5 py-1 text-left whitespace-pre-wrap wrap-anywhere enabled:hover:bg-sunken"
      >
        {text ?? (
          <Badge tone="warning" icon={<TriangleAlert className="size-3.5" aria-hidden="true" />}>
            Missing
          </Badge>
        )}
      </button>
    );
  }
  const save = () => change.mutate({ locale, key: textKey, text: draft }, () => setDraft(undefined));
  return (
    <div className="flex min-w-60 flex-col gap-1">
      <textarea
        aria-label={label}
        aria-invalid={change.isError}
        aria-describedby={change.isError ? errorId : undefined}
        className={INPUT_CLASS}
        value={draft}
        rows={3}
        // The cell was pressed to be written in.
        ref={(element) => element?.focus()}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setDraft(undefined);
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      {change.isError && (
        <p id={errorId} role="alert" className="text-xs text-danger wrap-anywhere">
          {errorText(change.error)}
        </p>
      )}
      <div className="flex gap-2">
        <Button variant="primary" pending={change.isPending} onClick={save}>
          Save
        </Button>
        <Button variant="quiet" onClick={() => setDraft(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
