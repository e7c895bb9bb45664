import type { UseMutationResult } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { INPUT_CLASS } from "#dashboard/components/controls/field.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { CellNotes } from "./cell-notes.tsx";
import { cellName, type TextState } from "./text-states.ts";
import type { TypedTexts } from "./use-typed-texts.ts";

interface TextCellProps {
  group: string;
  locale: string;
  textKey: string;
  state: TextState;
  typedTexts: TypedTexts;
}

/** A text of the grid with what it lacks, which becomes a field when it is pressed. */
export function TextCell({ group, locale, textKey, state, typedTexts }: TextCellProps) {
  const notesId = useId();
  const name = cellName(locale, textKey);
  const typed = useStore(typedTexts, (texts) => texts[name]);
  const [isPressed, setPressed] = useState(false);
  // The focus goes back to where the field was opened.
  const isReturning = useRef(false);
  const { may, write, readOnly } = useEnvironment();
  const change = useOneMutation({
    // The other texts stay as somebody else may have changed them.
    mutationFn: (changed: string) =>
      write("translations.importLocales", group, { locales: { [locale]: { [textKey]: changed } }, mode: "merge" }),
  });
  const label = `${textKey} in ${locale}`;
  const { text } = state;
  const shownText = text ?? state.fallback?.text ?? "No text";
  const isEditable = !readOnly && may("content.edit");
  const notes = <CellNotes id={notesId} group={group} locale={locale} textKey={textKey} state={state} />;
  if (typed === undefined && !isPressed) {
    return (
      <div className="flex flex-col items-start gap-1 pt-1 pb-2">
        <button
          ref={(button) => {
            if (button && isReturning.current) button.focus();
            isReturning.current = false;
          }}
          type="button"
          aria-label={`${shownText}, ${label}`}
          aria-describedby={notesId}
          data-cell={name}
          disabled={!isEditable}
          onClick={() => setPressed(true)}
          className={classNames(
            "min-h-8 w-full rounded-md px-1.5 py-1 text-start whitespace-pre-wrap wrap-anywhere outline-accent focus:bg-sunken focus:outline-2 enabled:hover:bg-sunken",
            text === undefined && "text-muted italic",
          )}
        >
          <span dir="auto" translate="no">
            {shownText}
          </span>
        </button>
        {notes}
      </div>
    );
  }
  const saved = text ?? "";
  const shown = typed ?? saved;
  function type(next: string) {
    // Stays a field while it is as it was.
    setPressed(true);
    typedTexts.setState({ [name]: next === saved ? undefined : next });
  }
  function close() {
    isReturning.current = true;
    setPressed(false);
    typedTexts.setState({ [name]: undefined });
  }
  const save = () =>
    change.mutate(shown, () => {
      // What was typed since is not saved.
      if (typedTexts.getState()[name] === typed) close();
    });
  return (
    <div className="flex min-w-60 flex-col gap-1 py-1">
      <TextField
        label={label}
        notesId={notesId}
        value={shown}
        saving={change}
        onChange={type}
        onSave={save}
        onClose={close}
      />
      {notes}
    </div>
  );
}

interface TextFieldProps {
  label: string;
  notesId: string;
  value: string;
  saving: Pick<UseMutationResult, "error" | "isError" | "isPending">;
  onChange: (value: string) => void;
  onSave: () => void;
  onClose: () => void;
}

/** The cell was pressed to be written in. */
const focus = (field: HTMLTextAreaElement | null) => field?.focus();

function TextField({ label, notesId, value, saving, onChange, onSave, onClose }: TextFieldProps) {
  const errorId = useId();
  return (
    <>
      <textarea
        aria-label={label}
        aria-invalid={saving.isError}
        aria-describedby={saving.isError ? errorId : notesId}
        dir="auto"
        className={INPUT_CLASS}
        value={value}
        rows={3}
        ref={focus}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSave();
        }}
      />
      {saving.isError && (
        <p id={errorId} role="alert" className="text-xs text-danger wrap-anywhere">
          {errorText(saving.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={saving.isPending} onClick={onSave}>
          Save
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}
