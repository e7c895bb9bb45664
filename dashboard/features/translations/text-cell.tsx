import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { useStore } from "zustand";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { INPUT_CLASS } from "../../components/field.tsx";
import { useOneMutation } from "../../components/use-one-mutation.ts";
import { errorText } from "../../errors.ts";
import { useEnvironment } from "../../use-environment.ts";
import { cellName, type TypedTexts } from "./use-typed-texts.ts";

interface TextCellProps {
  group: string;
  locale: string;
  textKey: string;
  /** Undefined where the locale has none. */
  text: string | undefined;
  typedTexts: TypedTexts;
}

/** The cell was pressed to be written in. */
const focus = (field: HTMLTextAreaElement | null) => field?.focus();

/** A text of the grid, which becomes a field when it is pressed. */
export function TextCell({ group, locale, textKey, text, typedTexts }: TextCellProps) {
  const errorId = useId();
  const name = cellName(locale, textKey);
  const typed = useStore(typedTexts, (texts) => texts[name]);
  const [isPressed, setPressed] = useState(false);
  const { may, mutations, readOnly } = useEnvironment();
  const change = useOneMutation(mutations.changeText(group));
  const label = `${textKey} in ${locale}`;
  if (typed === undefined && !isPressed) {
    return (
      <button
        type="button"
        aria-label={label}
        disabled={readOnly || !may("content.edit")}
        onClick={() => setPressed(true)}
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
  const saved = text ?? "";
  const shown = typed ?? saved;
  function write(next: string) {
    // Stays a field while it is as it was.
    setPressed(true);
    typedTexts.setState({ [name]: next === saved ? undefined : next });
  }
  function close() {
    setPressed(false);
    typedTexts.setState({ [name]: undefined });
  }
  const save = () =>
    change.mutate({ locale, key: textKey, text: shown }, () => {
      // What was typed since is not saved.
      if (typedTexts.getState()[name] === typed) close();
    });
  return (
    <div className="flex min-w-60 flex-col gap-1">
      <textarea
        aria-label={label}
        aria-invalid={change.isError}
        aria-describedby={change.isError ? errorId : undefined}
        className={INPUT_CLASS}
        value={shown}
        rows={3}
        ref={focus}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
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
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
