import type { ButtonHTMLAttributes, Ref } from "react";
import { Icon, type IconName } from "./icons.tsx";
import { usePart } from "./part.ts";

export type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconName;
  label: string;
  /** Not `ref`, which React 18 does not pass to function components. */
  buttonRef?: Ref<HTMLButtonElement> | undefined;
};

/** A button that is a picture; its label is its name and its tooltip. */
export function IconButton({ icon, label, buttonRef, ...attributes }: IconButtonProps) {
  const part = usePart();
  return (
    <button ref={buttonRef} type="button" {...part("icon-button")} aria-label={label} title={label} {...attributes}>
      <Icon name={icon} />
    </button>
  );
}
