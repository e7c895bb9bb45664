import type { KeyboardEvent, Ref } from "react";
import { useInboxContext } from "./context.ts";
import { useCounts } from "./hooks.ts";
import { Icon } from "./icons.tsx";

export type BellProps = {
  open: boolean;
  onToggle: (open: boolean) => void;
  /** The id of the popover. */
  controls?: string | undefined;
  storeId?: string | undefined;
  /** Not `ref`, which React 18 does not pass to function components. */
  buttonRef?: Ref<HTMLButtonElement>;
};

/** The button with the number of unread messages. */
export function Bell({ open, onToggle, controls, storeId, buttonRef }: BellProps) {
  const { inbox, texts } = useInboxContext();
  const { unread } = useCounts();

  /** Fetches the list on hover and focus, so that it is there when the popover opens. */
  const prefetch = () => {
    const feed = inbox.feed(storeId);
    if (feed.store.getState().status === "idle" && inbox.session.getState().status === "ready") void feed.load();
  };

  return (
    <button
      ref={buttonRef}
      type="button"
      className="belfry-bell"
      aria-label={texts.bell(unread)}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={() => onToggle(!open)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        onToggle(true);
      }}
    >
      <Icon name="bell" size={22} />
      {unread > 0 && (
        <span className="belfry-badge" aria-hidden="true">
          {texts.badge(unread)}
        </span>
      )}
    </button>
  );
}
