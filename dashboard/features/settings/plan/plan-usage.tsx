import { Link } from "@tanstack/react-router";
import type { OrganizationUsage } from "#contract/accounts/usage.ts";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";
import { Section } from "#dashboard/components/section.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { limitTexts, PLAN_NAMES } from "./plan-texts.ts";
import { UseBar } from "./use-bar.tsx";

/** The plan of the organisation, what is used of it in this month, and what was in the months before. */
export const PlanUsage = ({ usage }: { usage: OrganizationUsage }) => (
  <>
    <Used usage={usage} />
    {usage.plan.isLimited && <Limits usage={usage} />}
    <Section
      title="Environments"
      text={`Runs and messages since ${dayOf(usage.period.startsAt)}, counted some minutes late.`}
    >
      <Table
        label="Use by environment"
        columns={environmentColumns(usage)}
        rows={usage.environments}
        rowId={({ _id }) => _id}
      />
    </Section>
    <Section title="Months" text="Of all environments together, in UTC.">
      {usage.periods.length === 0 ? (
        <p className="text-muted">Nothing has run yet.</p>
      ) : (
        <Table label="Use by month" columns={MONTH_COLUMNS} rows={usage.periods} rowId={({ startsAt }) => startsAt} />
      )}
    </Section>
  </>
);

function Used({ usage }: { usage: OrganizationUsage }) {
  const { plan, events, members, period } = usage;
  const since = `since ${dayOf(period.startsAt)}`;
  const resets = `Resets on ${dayOf(period.endsAt)}.`;
  const runs = usage.environments.reduce((sum, environment) => sum + environment.runs, 0);
  return (
    <Section
      title={plan.isLimited ? `${PLAN_NAMES[plan.serviceLevel]} plan` : "No limits"}
      text={
        plan.isLimited
          ? "What this organisation uses of what its plan includes."
          : "This installation limits no organisation: everything is included. Its operator can change that by BELFRY_PLAN_LIMITS."
      }
    >
      <div className="flex flex-col divide-y rounded-lg border">
        {events.used !== null ? (
          <UseBar
            name="Events"
            used={events.used}
            included={events.included}
            unit={`events ${since}`}
            text={`${resets} At the limit, triggers are answered with 402 until then; runs in flight finish. Each process of the API holds up to 50 events ready, which count as used.`}
          />
        ) : (
          <UseBar
            name="Runs"
            used={runs}
            included={null}
            unit={`runs ${since}`}
            text={
              events.included === null
                ? "An event has a run for each of its recipients."
                : `The plan includes ${countText(events.included, "event")} a month; a thousand beyond them cost $${plan.extraEventsCost}. Nothing stops at the limit.`
            }
          />
        )}
        <UseBar
          name="Members and open invitations"
          used={members.used}
          included={members.included}
          unit="in use"
          text={members.included === null ? "Invite as many as you like." : "At the limit, no one else can be invited."}
        />
      </div>
    </Section>
  );
}

const Limits = ({ usage: { plan } }: { usage: OrganizationUsage }) => (
  <Section
    title="Limits"
    text={
      <span className="flex flex-wrap gap-x-1">
        <span>How long activity is kept is set in each environment:</span>
        <Link to="/settings/retention" className="text-accent underline">
          Retention
        </Link>
      </span>
    }
  >
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
      {limitTexts(plan).map(({ name, value, effect }) => (
        <div key={name} className="flex flex-col">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-medium">{value}</dd>
          {effect !== undefined && <dd className="text-xs text-muted">{effect}</dd>}
        </div>
      ))}
    </dl>
  </Section>
);

type Environment = OrganizationUsage["environments"][number];

const NUMBER_CLASS = "tabular-nums whitespace-nowrap sm:w-1/5";

const environmentColumns = ({ plan }: OrganizationUsage): readonly Column<Environment>[] => [
  {
    id: "environment",
    name: "Environment",
    className: "sm:max-w-0 sm:w-2/5",
    cell: ({ name }) => (
      <span dir="auto" translate="no" title={name} className="block truncate font-medium">
        {name}
      </span>
    ),
  },
  {
    id: "workflows",
    name: "Workflows",
    className: NUMBER_CLASS,
    cell: ({ workflows: { used, included } }) => (
      <span className={plan.isLimited && included !== null && used >= included ? "text-danger" : undefined}>
        {included === null ? numberText(used) : `${numberText(used)} of ${numberText(included)}`}
      </span>
    ),
  },
  { id: "runs", name: "Runs", className: NUMBER_CLASS, cell: ({ runs }) => numberText(runs) },
  { id: "messages", name: "Messages", className: NUMBER_CLASS, cell: ({ messages }) => numberText(messages) },
];

const MONTH_COLUMNS: readonly Column<OrganizationUsage["periods"][number]>[] = [
  { id: "month", name: "Month", className: "sm:w-2/5", cell: ({ startsAt }) => MONTH.format(new Date(startsAt)) },
  { id: "runs", name: "Runs", className: NUMBER_CLASS, cell: ({ runs }) => numberText(runs) },
  { id: "messages", name: "Messages", className: NUMBER_CLASS, cell: ({ messages }) => numberText(messages) },
];

// Months of plans are those of UTC.
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const dayOf = (moment: string): string => DAY.format(new Date(moment));
