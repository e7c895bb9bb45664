import type { ButtonHTMLAttributes, Ref } from "react";
import type { IconName } from "./icon-paths.ts";
import { Icon } from "./icons.tsx";
import { usePart } from "./part.ts";

export type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconName;
  label: string;
  /** Not `ref`, which React 18 does not pass to function components. */
  buttonRef?: Ref<HTMLButtonElement> | undefined;
};

/** A button that is a picture; its label is its name, and is shown beside it under the pointer and the focus. */
export function IconButton({ icon, label, buttonRef, ...attributes }: IconButtonProps) {
  const part = usePart();
  return (
    <button ref={buttonRef} type="button" {...part("icon-button")} aria-label={label} data-tip={label} {...attributes}>
      <Icon name={icon} />
    </button>
  );
}
