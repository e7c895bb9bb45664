import type { SyntheticEvent } from "react";
import { classNames } from "../class-names.ts";
import { type CodeControlProps, codeBoxClass, inOneLine } from "./code-control.ts";

/** Stands for the editor while that is loaded, and where it cannot be: a text area that can be written in. */
export function PlainCode(props: CodeControlProps) {
  const { control, value, onChange, onBlur, language, multiline, readOnly, placeholder, issues, selection } = props;

  function rememberSelection({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
    selection.current = { start: currentTarget.selectionStart, end: currentTarget.selectionEnd };
  }

  return (
    <div
      translate="no"
      className={classNames(codeBoxClass({ language }), "flex")}
      data-invalid={control["aria-invalid"] || undefined}
      data-readonly={readOnly || undefined}
      data-has-issue={issues.length > 0 || undefined}
    >
      <textarea
        {...control}
        rows={1}
        className={classNames(
          "field-sizing-content w-full resize-none px-2.5 py-[0.3125rem] leading-5 outline-none",
          multiline && "max-h-[60vh] min-h-24",
        )}
        value={value}
        readOnly={readOnly}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => {
          rememberSelection(event);
          onChange(multiline ? event.target.value : inOneLine(event.target.value));
        }}
        onSelect={rememberSelection}
        onFocus={rememberSelection}
        onBlur={() => {
          selection.current = null;
          onBlur();
        }}
        onKeyDown={(event) => {
          if (multiline || event.key !== "Enter") return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </div>
  );
}
