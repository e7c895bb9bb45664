import { type KeyboardEvent, type RefObject, useRef } from "react";
import { Floating } from "./floating.tsx";
import { useBrowserLayoutEffect } from "./hooks/use-layout-effect.ts";
import type { IconName } from "./icon-paths.ts";
import { Icon } from "./icons.tsx";
import { usePart } from "./part.ts";
import type { Placement } from "./popover-position.ts";

export type MenuEntry = {
  name: string;
  label: string;
  icon?: IconName | undefined;
  /** A key, or a time, beside the label. */
  hint?: string | undefined;
  /** Of a choice between entries. */
  checked?: boolean | undefined;
  run: () => void;
  /** Leaves the menu open, because something else takes its place. */
  stays?: boolean | undefined;
};

export type MenuProps = {
  label: string;
  /** Shown above the entries. */
  title?: string | undefined;
  anchor: RefObject<HTMLElement | null>;
  entries: readonly MenuEntry[];
  onClose: () => void;
  placement?: Placement | undefined;
};

/** A menu: arrows, Home, End and first letters move in it; an entry closes it and runs. */
export function Menu({ label, title, anchor, entries, onClose, placement }: MenuProps) {
  const part = usePart();
  const list = useRef<HTMLDivElement>(null);

  useBrowserLayoutEffect(() => {
    const all = list.current?.querySelectorAll("button") ?? [];
    ([...all].find((one) => one.getAttribute("aria-checked") === "true") ?? all[0])?.focus({ preventScroll: true });
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const all = [...(list.current?.querySelectorAll("button") ?? [])];
    const current = all.findIndex((one) => one.matches(":focus"));
    const letter = event.key.toLocaleLowerCase();
    const byKey: Record<string, number> = {
      ArrowDown: (current + 1) % all.length,
      ArrowUp: (current - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const later = [...all.slice(current + 1), ...all.slice(0, current + 1)];
    const next =
      all[byKey[event.key] ?? -1] ??
      (letter.length === 1 && letter !== " "
        ? later.find(({ textContent }) => textContent?.trim().toLocaleLowerCase().startsWith(letter))
        : undefined);
    if (event.key === "Tab") onClose();
    else if (next === undefined) return;
    else next.focus();
    event.preventDefault();
  }

  return (
    <Floating {...part("menu")} anchor={anchor} onClose={onClose} placement={placement} onKeyDown={onKeyDown}>
      {title && <div {...part("menu-title")}>{title}</div>}
      <div ref={list} role="menu" aria-label={label}>
        {entries.map(({ name, label: text, icon, hint, checked, run, stays }) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: where an entry is checked or not, its role says so.
          <button
            key={name}
            type="button"
            {...part("menu-entry")}
            data-name={name}
            role={checked === undefined ? "menuitem" : "menuitemradio"}
            aria-checked={checked}
            tabIndex={-1}
            onClick={() => {
              if (!stays) onClose();
              run();
            }}
          >
            {icon && <Icon name={icon} />}
            {checked !== undefined && <span className="belfry-check">{checked && <Icon name="check" />}</span>}
            <span className="belfry-grow">{text}</span>
            {hint && (
              <span className="belfry-hint" aria-hidden="true">
                {hint}
              </span>
            )}
          </button>
        ))}
      </div>
    </Floating>
  );
}
