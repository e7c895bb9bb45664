import type { View } from "../../core/types.ts";
import type { IconName } from "../icon-paths.ts";
import { Icon } from "../icons.tsx";

const OF_VIEW: Readonly<Record<View, IconName>> = {
  all: "check",
  unread: "check",
  archived: "archive",
  snoozed: "snooze",
};

/** Two cards that wait for nothing, with a sign of the view. */
export function EmptyPicture({ view }: { view: View }) {
  return (
    <span className="belfry-picture">
      <svg aria-hidden="true" viewBox="0 0 120 72">
        <rect className="belfry-back" x="22" y="8" width="76" height="34" rx="8" />
        <rect x="12" y="18" width="96" height="40" rx="8" />
        <circle cx="30" cy="38" r="7" />
        <path d="M46 33h40M46 43h24" />
      </svg>
      <span className="belfry-sign">
        <Icon name={OF_VIEW[view]} />
      </span>
    </span>
  );
}

/** A card that broke in two. */
export function ErrorPicture() {
  return (
    <span className="belfry-picture">
      <svg aria-hidden="true" viewBox="0 0 120 72">
        <path d="M56 14H22a8 8 0 0 0-8 8v28a8 8 0 0 0 8 8h30l8-13-10-10 8-10Z" />
        <path d="M70 18h28a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8H66l8-13-10-10 8-11Z" />
        <path d="M26 30h16M26 41h12M86 34h10M84 45h12" />
      </svg>
    </span>
  );
}

/** A cloud that is out of reach. */
export function OfflinePicture() {
  return (
    <span className="belfry-picture">
      <svg aria-hidden="true" viewBox="0 0 120 72">
        <path d="M40 56h42a15 15 0 0 0 2-30 23 23 0 0 0-44-3 17 17 0 0 0 0 33Z" />
        <path className="belfry-accent" d="M30 64 92 10" />
      </svg>
    </span>
  );
}
