import { Link } from "@tanstack/react-router";
import type { Subscriber } from "#contract/subscribers.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { subscriberName } from "#dashboard/components/display/subscriber-name.ts";
import { type Column, ROW_LINK_CLASS } from "#dashboard/lists/table.tsx";
import { reachOf } from "../reach.ts";

export const SUBSCRIBER_COLUMNS: readonly Column<Subscriber>[] = [
  { id: "subscriber", name: "Subscriber", className: "max-sm:pe-11 sm:w-1/5", cell: Name },
  {
    id: "id",
    name: "Id",
    className: "sm:w-1/7 sm:max-w-0 sm:max-lg:hidden",
    cell: ({ subscriberId }) => <CopyableId value={subscriberId} what="subscriber id" />,
  },
  {
    id: "contact",
    name: "Contact",
    className: "sm:w-1/4 sm:max-w-0",
    cell: ({ email, phone }) => <Text text={email || phone} title={[email, phone].filter(Boolean).join(", ")} />,
  },
  { id: "channels", name: "Channels", className: "sm:w-36", cell: ChannelIcons },
  {
    id: "locale",
    name: "Locale and zone",
    className: "text-muted sm:w-1/6 sm:max-w-0 sm:max-xl:hidden",
    cell: ({ locale, timezone }) => <Text text={[locale, timezone?.replaceAll("_", " ")].filter(Boolean).join(", ")} />,
  },
  {
    id: "online",
    name: "Last online",
    className: "text-muted whitespace-nowrap sm:max-lg:hidden",
    cell: ({ isOnline, lastOnlineAt }) =>
      isOnline ? (
        <span className="text-success">Online</span>
      ) : lastOnlineAt ? (
        <RelativeTime moment={lastOnlineAt} />
      ) : (
        "–"
      ),
  },
  {
    id: "created",
    name: "Created",
    className: "text-muted whitespace-nowrap sm:max-xl:hidden",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

function Name(subscriber: Subscriber) {
  const { subscriberId } = subscriber;
  const name = subscriberName(subscriber);
  return (
    <Link
      to="/subscribers/$subscriberId"
      params={{ subscriberId }}
      data-row
      dir="auto"
      translate="no"
      title={name}
      className={ROW_LINK_CLASS}
    >
      {name}
    </Link>
  );
}

function Text({ text, title = text ?? "" }: { text: string | null | undefined; title?: string }) {
  if (!text) return <span className="text-muted">–</span>;
  return (
    <span dir="auto" translate="no" className="block truncate" title={title}>
      {text}
    </span>
  );
}

/** The channels in order, those on which the subscriber can be reached in colour. */
function ChannelIcons(subscriber: Subscriber) {
  return (
    <ul className="flex gap-1">
      {reachOf(subscriber).map(({ channel, isReachable, text }) => {
        const summary = `${STEP_TYPE_LABELS[channel].name}: ${text}`;
        return (
          <li
            key={channel}
            title={summary}
            className={classNames(
              "relative z-10 inline-flex size-6 items-center justify-center rounded",
              isReachable ? "bg-accent-soft text-accent" : "text-muted/60",
            )}
          >
            <StepTypeIcon type={channel} className="size-3.5" />
            <span translate="no" className="sr-only">
              {summary}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
