import { X } from "lucide-react";
import { type Ref, useState } from "react";
import { Button, type Key, Tag, TagGroup, TagList } from "react-aria-components/TagGroup";
import { useIsComposing } from "#dashboard/input-method.ts";
import { useKeptInput } from "#dashboard/kept-input.ts";
import { CONTROL_CLASS, Field, type FieldOptions } from "./field.tsx";

interface TagInputProps extends FieldOptions {
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  /** Receives the field, for the focus of a form with an error. */
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Words in any order, each once. Enter, a comma, leaving the field and pasting add; Backspace in the empty field removes the last. */
export function TagInput({
  value,
  onChange,
  onBlur,
  placeholder = "Add a tag",
  disabled = false,
  readOnly = false,
  ref,
  ...field
}: TagInputProps) {
  const [text, setText] = useState("");
  const isComposing = useIsComposing();
  useKeptInput<string>(`tag/${field.label}`, { typed: () => text || undefined, onReturn: setText });

  function add(typed: string) {
    setText("");
    const added = typed.split(/[,\n]/).map((tag) => tag.trim());
    const next = [...new Set([...value, ...added.filter(Boolean)])];
    if (next.length > value.length) onChange(next);
  }

  return (
    <Field {...field}>
      {(control) => (
        <div
          className={`${CONTROL_CLASS} flex-wrap gap-1 p-1`}
          data-invalid={control["aria-invalid"] || undefined}
          data-disabled={disabled || undefined}
          data-readonly={readOnly || undefined}
        >
          {value.length > 0 && (
            <Tags
              label={field.label}
              value={value}
              disabled={disabled}
              onRemove={readOnly || disabled ? undefined : (keys) => onChange(value.filter((tag) => !keys.has(tag)))}
            />
          )}
          <input
            {...control}
            ref={ref}
            value={text}
            disabled={disabled}
            readOnly={readOnly}
            placeholder={readOnly || value.length > 0 ? undefined : placeholder}
            className="min-h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
            onChange={({ target }) =>
              /[,\n]/.test(target.value) && !isComposing ? add(target.value) : setText(target.value)
            }
            onPaste={(event) => {
              const pasted = event.clipboardData.getData("text");
              if (!/[,\n]/.test(pasted) || readOnly) return;
              event.preventDefault();
              add(text + pasted);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && text.trim() !== "") {
                // Enter in a form would send it.
                event.preventDefault();
                add(text);
              }
              if (event.key === "Backspace" && text === "" && value.length > 0 && !readOnly)
                onChange(value.slice(0, -1));
            }}
            onBlur={() => {
              add(text);
              onBlur?.();
            }}
          />
        </div>
      )}
    </Field>
  );
}

interface TagsProps {
  label: string;
  value: readonly string[];
  disabled: boolean;
  onRemove: ((keys: Set<Key>) => void) | undefined;
}

function Tags({ label, value, disabled, onRemove }: TagsProps) {
  return (
    <TagGroup
      aria-label={label}
      className="contents"
      disabledKeys={disabled ? value : []}
      {...(onRemove && { onRemove })}
    >
      <TagList items={value.map((tag) => ({ id: tag }))} className="contents">
        {({ id }) => (
          <Tag
            id={id}
            textValue={id}
            className="inline-flex min-h-6 max-w-full items-center gap-0.5 rounded bg-sunken ring-1 ring-border ring-inset ps-2 pe-2 text-xs font-medium outline-accent has-[button]:pe-0 data-focus-visible:outline-2"
          >
            <span translate="no" className="truncate">
              {id}
            </span>
            {onRemove && (
              <Button
                slot="remove"
                className="inline-flex size-6 items-center justify-center rounded text-muted hover:text-text"
              >
                <X className="size-3" aria-hidden="true" />
              </Button>
            )}
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}
