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

/** The list that a number of messages counts. */
function messagesOf(measure: Measure, search: object): List | undefined {
  if (measure === "delivered") return { to: "/activity/messages", search: { ...search, status: "delivered" } };
  if (measure === "read" || measure === "clicked")
    return { to: "/activity/messages", search: { ...search, mark: measure } };
  return undefined;
}

interface PartProps {
  analytics: Analytics;
  /** Returns the list of runs with the filters, of the chosen workflow where there is one. */
  runs: (search: object) => List;
}

/** Shows the numbers by what they belong to. Parts without a row are left out: an environment may have no tenants. */
export function Breakdowns({ analytics, workflowId }: { analytics: Analytics; workflowId: string | undefined }) {
  const { from, workflows, channels, providers, tenants, reasons } = analytics;
  const of = workflowId === undefined ? {} : { templates: [workflowId] };
  const runs = (search: object): List => ({ to: "/activity", search: { ...of, ...search } });
  const part = { analytics, runs };
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      {workflowId === undefined && workflows.length > 0 && <ByWorkflow {...part} />}
      {reasons.length > 0 && (
        <Reasons reasons={reasons} listOf={(reason) => runs({ after: from, reasons: [reason] })} />
      )}
      {channels.length > 0 && <ByChannel {...part} workflowId={workflowId} />}
      {providers.length > 0 && <ByProvider {...part} />}
      {tenants.length > 0 && <ByTenant {...part} />}
    </div>
  );
}

function ByWorkflow({ analytics: { from, workflows, reasons }, runs }: PartProps) {
  const skipped = UNSENT_REASONS.filter((each) =>
    reasons.some(({ reason, outcome }) => reason === each && outcome === "skipped"),
  );
  return (
    <Breakdown
      title="Workflows"
      what="Workflow"
      about={`Runs, their steps, and their messages. ${SINCE}`}
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
      measures={MEASURES}
      listOf={({ _id }, measure) => {
        if (measure === "triggered") return runs({ templates: [_id], after: from });
        if (measure === "failed") return runs({ templates: [_id], failedAfter: from });
        if (measure === "skipped" && skipped.length > 0)
          return runs({ templates: [_id], after: from, reasons: skipped });
        return messagesOf(measure, { workflowId: _id, after: from });
      }}
    />
  );
}

/** Counts outlive what they count: the lists have what is there by now. */
const SINCE = "Lists may show fewer messages, as some were deleted or have expired.";

interface ByChannelProps extends PartProps {
  workflowId: string | undefined;
}

function ByChannel({ analytics: { from, channels }, runs, workflowId }: ByChannelProps) {
  return (
    <Breakdown
      title="Channels"
      what="Channel"
      about={`Messages and the steps that send them. ${SINCE}`}
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
      listOf={({ channel }, measure) => {
        if (measure === "failed") return runs({ channels: [channel], failedAfter: from });
        return messagesOf(measure, { channel, ...(workflowId && { workflowId }), after: from });
      }}
    />
  );
}

function ByProvider({ analytics: { from, providers }, runs }: PartProps) {
  return (
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
      listOf={({ providerId }, measure) => {
        if (measure === "delivered") return runs({ providers: [providerId], after: from });
        return measure === "failed" ? runs({ providers: [providerId], failedAfter: from }) : undefined;
      }}
    />
  );
}

function ByTenant({ analytics: { from, tenants }, runs }: PartProps) {
  return (
    <Breakdown
      title="Tenants"
      what="Tenant"
      about="Runs for a tenant"
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
      listOf={({ identifier }, measure) => {
        if (measure === "triggered") return runs({ tenants: [identifier], after: from });
        return measure === "failed" ? runs({ tenants: [identifier], failedAfter: from }) : undefined;
      }}
    />
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
