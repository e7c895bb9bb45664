import { Link } from "@tanstack/react-router";
import type { MessageWithSubscriber } from "#contract/messages.ts";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { SubscriberLink } from "#dashboard/components/display/subscriber-link.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { messageText } from "./message-text.ts";
import { MessageStateBadge } from "./status-badge.tsx";

type Row = MessageWithSubscriber;

const COLUMNS: readonly Column<Row>[] = [
  { id: "message", name: "Message", className: "sm:w-1/3", cell: MessageName },
  {
    id: "subscriber",
    name: "Subscriber",
    className: "sm:w-1/6 sm:max-w-0",
    cell: ({ subscriber }) => <SubscriberLink subscriberId={subscriber?.subscriberId} className="block truncate" />,
  },
  {
    id: "channel",
    name: "Channel",
    className: "whitespace-nowrap",
    cell: ({ channel }) => (
      <span className="flex items-center gap-1.5">
        <StepTypeIcon type={channel} className="size-4 text-muted" />
        {STEP_TYPE_LABELS[channel].name}
      </span>
    ),
  },
  {
    id: "workflow",
    name: "Workflow",
    className: "sm:w-1/6 sm:max-w-0 sm:max-xl:hidden",
    cell: ({ workflow }) => <Truncated text={workflow?.name ?? "Deleted workflow"} />,
  },
  { id: "status", name: "Status", cell: MessageStatus },
  {
    id: "created",
    name: "Created",
    className: "text-muted",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

interface MessageTableProps {
  messages: Row[];
  /** All of them are of one subscriber, whom no column names then. */
  ofOne?: boolean;
}

export function MessageTable({ messages, ofOne = false }: MessageTableProps) {
  const columns = ofOne ? COLUMNS.filter(({ id }) => id !== "subscriber") : COLUMNS;
  return <Table label="Messages" columns={columns} rows={messages} rowId={({ _id }) => _id} />;
}

function MessageName(message: Row) {
  const text = messageText(message);
  return (
    <WithRowId value={message.transactionId} what="transaction id">
      <Link
        to="/activity/$runId"
        params={{ runId: message._notificationId }}
        data-row
        dir="auto"
        translate="no"
        title={text}
        className={`${ROW_LINK_CLASS} max-w-full min-w-0`}
      >
        {text}
      </Link>
    </WithRowId>
  );
}

function MessageStatus(message: Row) {
  const { status, errorText } = message;
  return (
    <span className="flex flex-col items-start gap-1">
      <MessageStateBadge message={message} />
      {status !== "sent" && errorText && (
        <span className="line-clamp-2 text-xs wrap-anywhere text-muted sm:w-44" title={errorText}>
          {errorText}
        </span>
      )}
    </span>
  );
}

function Truncated({ text }: { text: string }) {
  return (
    <span dir="auto" translate="no" className="block truncate" title={text}>
      {text}
    </span>
  );
}
