import { type KeyboardEvent, type Ref, useState } from "react";
import { useInboxContext } from "./context.ts";
import { useBrowserLayoutEffect } from "./hooks/use-layout-effect.ts";
import { useCount, useCounts, useInbox, useNotifications } from "./hooks.ts";
import { Icon } from "./icons.tsx";
import { usePart } from "./part.ts";

export type BellProps = {
  open?: boolean | undefined;
  onToggle?: ((open: boolean) => void) | undefined;
  /** The id of the popover. */
  controls?: string | undefined;
  storeId?: string | undefined;
  /** Whether the badge has a number or is a dot. */
  badge?: "count" | "dot" | undefined;
  /** The count of the badge; unread ones by default. */
  counts?: "unread" | "unseen" | undefined;
  /** Not `ref`, which React 18 does not pass to function components. */
  buttonRef?: Ref<HTMLButtonElement> | undefined;
};

/** As in inbox.css. */
const SIZE = { inlineSize: 40, blockSize: 40, padding: 0, border: 0, background: "none" };
const URGENT = { severity: "high", read: false, snoozed: false } as const;

/** The button with the number of unread notifications. */
export function Bell(props: BellProps) {
  const { open = false, onToggle, controls, storeId, badge = "count", counts = "unread", buttonRef } = props;
  const { texts, renderers, styles } = useInboxContext();
  const { status: session } = useInbox();
  const { status, load } = useNotifications(storeId);
  const numbers = useCounts();
  const urgent = useCount(URGENT);
  const [mounted, setMounted] = useState(false);
  useBrowserLayoutEffect(() => setMounted(true), []);
  const part = usePart();
  const count = numbers[counts];
  // A refused session is reported to the developer. The subscriber could not use the bell.
  if (session === "error") return null;

  /** Fetches the list on hover and focus, so that it is there when the popover opens. */
  const prefetch = () => {
    if (status === "idle" && session === "ready") void load();
  };

  return (
    <button
      ref={buttonRef}
      type="button"
      {...part("bell")}
      // A page that a server rendered has it before there is a style sheet. Strict content policies refuse it: they link the sheet.
      style={mounted || !styles ? undefined : SIZE}
      aria-label={texts.bell(count)}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={() => onToggle?.(!open)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        onToggle?.(true);
      }}
    >
      {renderers.renderBell?.({ ...numbers, open }) ?? (
        <>
          <Icon name="bell" />
          {count > 0 && (
            <span
              {...part("badge")}
              data-urgent={urgent > 0}
              data-dot={badge === "dot"}
              data-wide={badge === "count" && count > 99}
              aria-hidden="true"
              translate="no"
            >
              {badge === "dot" ? "" : count > 99 ? "99+" : count}
            </span>
          )}
        </>
      )}
    </button>
  );
}
