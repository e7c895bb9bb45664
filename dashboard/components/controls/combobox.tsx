import { ChevronDown } from "lucide-react";
import { type Ref, type RefObject, useEffect, useRef, useState } from "react";
import { ComboBox as AriaComboBox, Button, Input, ListBox, Popover } from "react-aria-components/ComboBox";
import { POPOVER_CLASS } from "../overlays/popover-class.ts";
import { CONTROL_CLASS, FieldGroup, type FieldOptions } from "./field.tsx";
import { ListOption } from "./list-option.tsx";

interface Suggestion {
  text: string;
  description?: string;
}

interface ComboboxProps extends FieldOptions {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Texts that are offered; the one that is chosen becomes the value. */
  suggestions: readonly Suggestion[];
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Free text with suggestions, which what is typed narrows down. Typing, the arrow keys and the button open them. */
export function Combobox({
  value,
  onChange,
  onBlur,
  suggestions,
  placeholder,
  disabled = false,
  readOnly = false,
  ref,
  ...field
}: ComboboxProps) {
  const box = useRef<HTMLDivElement>(null);
  const keepReachable = useReachablePage(box);
  const [landmark, setLandmark] = useState<Element | null>(null);
  return (
    <FieldGroup {...field}>
      {(control) => (
        <AriaComboBox
          {...control}
          ref={box}
          allowsCustomValue
          inputValue={value}
          onInputChange={onChange}
          onOpenChange={(open) => {
            setLandmark(box.current?.closest(LANDMARKS) ?? null);
            keepReachable(open);
          }}
          {...(onBlur && { onBlur })}
          defaultItems={suggestions.map((suggestion) => ({ id: suggestion.text, ...suggestion }))}
          menuTrigger="input"
          isDisabled={disabled}
          isReadOnly={readOnly}
          className="min-w-0"
        >
          <div
            className={CONTROL_CLASS}
            data-invalid={control.isInvalid || undefined}
            data-disabled={disabled || undefined}
            data-readonly={readOnly || undefined}
          >
            <Input
              ref={ref}
              {...(placeholder !== undefined && { placeholder })}
              className="min-h-7.5 min-w-0 flex-1 bg-transparent ps-2.5 outline-none"
            />
            {!readOnly && (
              <Button className="inline-flex size-7.5 items-center justify-center text-muted">
                <ChevronDown className="size-4" aria-hidden="true" />
              </Button>
            )}
          </div>
          <Popover
            offset={4}
            {...(landmark && { UNSTABLE_portalContainer: landmark })}
            className={`${POPOVER_CLASS} w-(--trigger-width) max-w-[calc(100vw-1.5rem)] min-w-60`}
          >
            <ListBox className="p-1 outline-none">
              {(option: Suggestion & { id: string }) => <ListOption {...option} />}
            </ListBox>
          </Popover>
        </AriaComboBox>
      )}
    </FieldGroup>
  );
}

/** As the page around stays reachable, its list belongs to one of its landmarks, too. */
const LANDMARKS = "[role=dialog], [role=alertdialog], main, header, nav, aside";

/** React Aria leaves what has this attribute, and what is in it, to screen readers while a list is open. */
const TOP_LAYER = "data-react-aria-top-layer";

/**
 * Returns a function to call when the list opens and closes. While it is open, React Aria hides the page around it from screen readers,
 * but Tab still goes there (the rule aria-hidden-focus of axe). The page is no place to hide, as the list is not modal.
 */
function useReachablePage(box: RefObject<HTMLElement | null>): (open: boolean) => void {
  const page = useRef<Element | null>(null);
  useEffect(() => () => page.current?.removeAttribute(TOP_LAYER), []);
  return (open) => {
    page.current?.removeAttribute(TOP_LAYER);
    page.current = open ? (box.current?.closest("body > *") ?? null) : null;
    page.current?.setAttribute(TOP_LAYER, "");
  };
}
