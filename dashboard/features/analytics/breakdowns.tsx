import { Link, type LinkProps } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import type { Analytics, Measures } from "#contract/activity/analytics.ts";
import { MEASURES, type Measure } from "#contract/constants/activity/analytics.ts";
import { UNSENT_REASONS } from "#contract/constants/reasons.ts";
import { REASON_LABELS } from "#dashboard/components/display/reason-labels.ts";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { CountLink } from "./count-link.tsx";
import { MEASURE_TEXTS } from "./measures.ts";
import { partText } from "./part-text.ts";

type List = Pick<LinkProps, "to" | "search">;

interface BreakdownProps<T extends Partial<Measures>> {
  title: string;
  about: string;
  /** The name of the first column: "Workflow". */
  what: string;
  rows: readonly T[];
  id: (row: T) => string;
  /** Names a row, and what leads to it. */
  name: (row: T) => string;
  cell: (row: T) => ReactNode;
  /** The measures that rows have. */
  measures: readonly Measure[];
  /** The list that a number counts. */
  listOf: (row: T, measure: Measure) => List | undefined;
}

/** The numbers of the period by what they belong to. */
function Breakdown<T extends Partial<Measures>>({
  title,
  about,
  what,
  rows,
  id,
  name,
  cell,
  measures,
  listOf,
}: BreakdownProps<T>) {
  const columns: Column<T>[] = [
    { id: "name", name: what, cell },
    ...measures.map(
      (measure): Column<T> => ({
        id: measure,
        name: MEASURE_TEXTS[measure].name,
        className: "sm:text-end sm:w-24 whitespace-nowrap",
        cell: (row) => (
          <CountLink
            count={row[measure] ?? 0}
            list={listOf(row, measure)}
            label={`${MEASURE_TEXTS[measure].name.toLowerCase()}, ${name(row)}`}
            isFailure={measure === "failed"}
          />
        ),
      }),
    ),
  ];
  return (
    <Part title={title} about={about}>
      <Table label={title} columns={columns} rows={rows} rowId={id} />
    </Part>
  );
}

/** A titled part of the screen. */
export function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div>
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        <p className="text-xs text-muted">{about}</p>
      </div>
      {children}
    </section>
  );
}

/** The parts of the numbers. Those without a row are left out: an environment may have no tenants. */
export function Breakdowns({ analytics, workflowId }: { analytics: Analytics; workflowId: string | undefined }) {
  const { from, workflows, channels, providers, tenants, reasons } = analytics;
  const of = workflowId === undefined ? {} : { templates: [workflowId] };
  const skipReasons = UNSENT_REASONS.filter((each) =>
    reasons.some(({ reason, outcome }) => reason === each && outcome === "skipped"),
  );
  const runs = (search: object): List => ({ to: "/activity", search: { ...of, ...search } });
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      {workflowId === undefined && workflows.length > 0 && (
        <Breakdown
          title="Workflows"
          what="Workflow"
          about="Runs, their steps, and their messages"
          rows={workflows}
          id={({ _id }) => _id}
          name={({ name }) => name ?? "Deleted workflow"}
          cell={({ _id, name }) => (
            <Link
              to="."
              search={(search: object) => ({ ...search, workflow: _id })}
              className="block truncate font-medium hover:underline"
            >
              <span dir="auto" translate="no">
                {name ?? "Deleted workflow"}
              </span>
            </Link>
          )}
          measures={MEASURES.slice(0, 4)}
          listOf={({ _id }, measure) =>
            measure === "triggered"
              ? runs({ templates: [_id], after: from })
              : measure === "failed"
                ? runs({ templates: [_id], failedAfter: from })
                : measure === "skipped" && skipReasons.length > 0
                  ? runs({ templates: [_id], after: from, reasons: skipReasons })
                  : undefined
          }
        />
      )}
      {reasons.length > 0 && (
        <Reasons reasons={reasons} listOf={(reason) => runs({ after: from, reasons: [reason] })} />
      )}
      {channels.length > 0 && (
        <Breakdown
          title="Channels"
          what="Channel"
          about="Messages and the steps that send them"
          rows={channels}
          id={({ channel }) => channel}
          name={({ channel }) => STEP_TYPE_LABELS[channel].name}
          cell={({ channel }) => (
            <span className="flex items-center gap-2">
              <StepTypeIcon type={channel} className="size-4 shrink-0 text-muted" />
              <span className="whitespace-nowrap">{STEP_TYPE_LABELS[channel].name}</span>
            </span>
          )}
          measures={["delivered", "failed", "skipped", "read", "clicked"]}
          listOf={({ channel }, measure) =>
            measure === "delivered" && workflowId === undefined
              ? { to: "/activity/messages", search: { channel, after: from, status: "delivered" } }
              : measure === "failed"
                ? runs({ channels: [channel], failedAfter: from })
                : undefined
          }
        />
      )}
      {providers.length > 0 && (
        <Breakdown
          title="Providers"
          what="Provider"
          about="Messages by who sent them"
          rows={providers}
          id={({ providerId }) => providerId}
          name={({ providerId }) => providerId}
          cell={({ providerId }) => (
            <code translate="no" className="block truncate font-mono">
              {providerId}
            </code>
          )}
          measures={["delivered", "failed", "read", "clicked"]}
          listOf={({ providerId }, measure) =>
            measure === "delivered"
              ? runs({ providers: [providerId], after: from })
              : measure === "failed"
                ? runs({ providers: [providerId], failedAfter: from })
                : undefined
          }
        />
      )}
      {tenants.length > 0 && (
        <Breakdown
          title="Tenants"
          what="Tenant"
          about="Runs in the name of a tenant"
          rows={tenants}
          id={({ identifier }) => identifier}
          name={({ identifier }) => identifier}
          cell={({ identifier }) => (
            <Link
              to="/tenants/$identifier"
              params={{ identifier }}
              className="block truncate font-mono hover:underline"
              translate="no"
            >
              {identifier}
            </Link>
          )}
          measures={MEASURES.slice(0, 4)}
          listOf={({ identifier }, measure) =>
            measure === "triggered"
              ? runs({ tenants: [identifier], after: from })
              : measure === "failed"
                ? runs({ tenants: [identifier], failedAfter: from })
                : undefined
          }
        />
      )}
    </div>
  );
}

interface ReasonsProps {
  reasons: Analytics["reasons"];
  listOf: (reason: string) => List;
}

function Reasons({ reasons, listOf }: ReasonsProps) {
  return (
    <Part title="Reasons" about="Why steps failed or were left out">
      <Table
        label="Reasons"
        rows={reasons}
        rowId={({ reason, outcome }) => `${reason}/${outcome}`}
        columns={[
          {
            id: "reason",
            name: "Reason",
            cell: ({ reason }) => <span className="block truncate">{labelOf(reason)}</span>,
          },
          {
            id: "outcome",
            name: "Outcome",
            className: "sm:w-24",
            cell: ({ outcome }) => (
              <span className={outcome === "failed" ? "text-danger" : "text-muted"}>{MEASURE_TEXTS[outcome].name}</span>
            ),
          },
          {
            id: "count",
            name: "Steps",
            className: "sm:text-end sm:w-24",
            cell: ({ reason, count, outcome }) => (
              <CountLink
                count={count}
                {...(isListed(reason) && { list: listOf(reason) })}
                label={labelOf(reason)}
                isFailure={outcome === "failed"}
              />
            ),
          },
        ]}
      />
    </Part>
  );
}

const isListed = (reason: string): reason is keyof typeof REASON_LABELS => Object.hasOwn(REASON_LABELS, reason);
const labelOf = (reason: string): string => (isListed(reason) ? REASON_LABELS[reason] : "Not processed");

/** The numbers of the chart, and the others beside them. */
export function SeriesTable({ analytics: { series, period, totals } }: { analytics: Analytics }) {
  const rows = [...series.toReversed(), { ...totals, at: "", until: "" }];
  return (
    <Table
      label="Numbers over time"
      rows={rows}
      rowId={({ at }) => at}
      columns={[
        {
          id: "at",
          name: "From",
          className: "sm:max-w-none",
          cell: ({ at }) => (
            <span className={at === "" ? "font-medium" : ""}>{at === "" ? "Total" : partText(at, period, "long")}</span>
          ),
        },
        ...MEASURES.map(
          (measure): Column<(typeof rows)[number]> => ({
            id: measure,
            name: MEASURE_TEXTS[measure].name,
            className: "sm:text-end sm:w-28",
            cell: ({ at, until, ...row }) => (
              <CountLink
                count={row[measure]}
                {...(measure === "triggered" &&
                  at !== "" && { list: { to: "/activity", search: { after: at, until } } })}
                label={`${MEASURE_TEXTS[measure].name.toLowerCase()}, ${at === "" ? "in total" : partText(at, period, "long")}`}
                isFailure={measure === "failed"}
              />
            ),
          }),
        ),
      ]}
    />
  );
}
