import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Pause } from "#contract/safety-caps.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { EndPause } from "./end-pause.tsx";
import { capText, pausedName, waitingText } from "./pause-texts.ts";

const COLUMNS: readonly Column<Pause>[] = [
  {
    id: "paused",
    name: "Paused",
    className: "sm:w-1/4",
    cell: (pause) => <PausedLink pause={pause} />,
  },
  { id: "cap", name: "Reached by", cell: (pause) => capText(pause) },
  {
    id: "since",
    name: "Since",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];
const WAITING: Column<Pause> = {
  id: "waiting",
  name: "Waits",
  className: "tabular-nums whitespace-nowrap",
  cell: (pause) => waitingText(pause),
};
const ENDED: Column<Pause> = {
  id: "ended",
  name: "Ended",
  cell: ({ state, resolvedAt }) => (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={state === "discarded" ? "danger" : "success"}>
        {state === "discarded" ? "Discarded" : "Continued"}
      </Badge>
      {resolvedAt !== undefined && <RelativeTime moment={resolvedAt} className="text-muted" />}
    </span>
  ),
};

/** A page of pauses that hold runs, or of those that have ended. */
export function PauseTable({ rows, isOpen, pager }: { rows: readonly Pause[]; isOpen: boolean; pager: ReactNode }) {
  const { may } = useEnvironment();
  const [asked, setAsked] = useState<{ action: "continue" | "discard"; pause: Pause }>();
  const actions: Column<Pause> = {
    id: "actions",
    name: "Actions",
    nameHidden: true,
    cell: (pause) => (
      <span className="flex justify-end gap-2">
        <Button small onClick={() => setAsked({ action: "continue", pause })}>
          Continue …
        </Button>
        <Button small onClick={() => setAsked({ action: "discard", pause })}>
          Discard …
        </Button>
      </span>
    ),
  };
  const open = may("environment.limit") ? [...COLUMNS, WAITING, actions] : [...COLUMNS, WAITING];
  return (
    <>
      <Table
        label={isOpen ? "Pauses" : "Ended pauses"}
        columns={isOpen ? open : [...COLUMNS, ENDED]}
        rows={rows}
        rowId={({ _id }) => _id}
      />
      {pager}
      {asked && <EndPause pause={asked.pause} action={asked.action} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function PausedLink({ pause }: { pause: Pause }) {
  const { workflow, subscriber } = pause;
  const name = pausedName(pause);
  const className = "block truncate font-medium text-accent underline";
  return (
    <span className="flex min-w-0 flex-col">
      {workflow ? (
        <Link
          to="/workflows/$workflowId"
          params={{ workflowId: workflow._id }}
          className={className}
          dir="auto"
          translate="no"
        >
          {name}
        </Link>
      ) : subscriber ? (
        <Link
          to="/subscribers/$subscriberId"
          params={{ subscriberId: subscriber.subscriberId }}
          className={className}
          dir="auto"
          translate="no"
        >
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      <span className="text-xs text-muted">{workflow ? "Workflow" : "Subscriber"}</span>
    </span>
  );
}
