import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { ListBoxItem, Text } from "react-aria-components/ListBox";
import { classNames } from "../class-names.ts";
import { LIST_ITEM_CLASS } from "../overlays/popover-class.ts";

interface ListOptionProps {
  id: string;
  text: string;
  description?: string | undefined;
  icon?: ReactNode;
  disabled?: boolean;
}

/** An option of a list that opens beside a control, with a mark when it is chosen. */
export function ListOption({ id, text, description, icon, disabled = false }: ListOptionProps) {
  return (
    <ListBoxItem
      id={id}
      textValue={text}
      isDisabled={disabled}
      className={classNames(LIST_ITEM_CLASS, "cursor-pointer py-1 pe-8")}
    >
      {({ isSelected }) => (
        <>
          {icon}
          <span className="flex min-w-0 flex-col">
            <Text slot="label" className="truncate">
              {text}
            </Text>
            {description && (
              <Text slot="description" className="truncate text-xs text-muted">
                {description}
              </Text>
            )}
          </span>
          {isSelected && <Check className="absolute end-2 size-4 text-accent" aria-hidden="true" />}
        </>
      )}
    </ListBoxItem>
  );
}
