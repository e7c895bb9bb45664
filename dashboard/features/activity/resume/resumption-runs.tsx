import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import type { ResumableFilter } from "#contract/resumptions.ts";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { FactList } from "./fact-list.tsx";
import { KIND_TEXTS, type RunsChange } from "./kind-texts.ts";
import { runSearchOf } from "./resume-selection.ts";
import { filterFacts } from "./resumption-texts.ts";

interface ResumptionRunsProps {
  resumption: RunsChange;
  kind: ResumptionKind;
}

/** Says which runs a resumption or a cancellation concerns, with the way to them. */
export function ResumptionRuns({ resumption: { runIds, filter = {} }, kind }: ResumptionRunsProps) {
  return runIds ? <SelectedRuns runIds={runIds} /> : <MatchingRuns filter={filter} all={KIND_TEXTS[kind].all} />;
}

/** Runs that are listed; the others are shown as a number. */
const LISTED = 10;

function SelectedRuns({ runIds }: { runIds: readonly string[] }) {
  return (
    <Section title="Runs" text={countText(runIds.length, "selected run")}>
      <ul className="flex flex-col gap-1">
        {runIds.slice(0, LISTED).map((runId) => (
          <li key={runId} className="flex min-w-0 flex-wrap items-center gap-x-3">
            <CopyableId value={runId} what="run id" />
            <Link to="/activity/$runId" params={{ runId }} className="text-accent underline">
              Open run
            </Link>
          </li>
        ))}
      </ul>
      {runIds.length > LISTED && <p className="text-muted">{`And ${countText(runIds.length - LISTED, "more run")}`}</p>}
    </Section>
  );
}

function MatchingRuns({ filter, all }: { filter: ResumableFilter; all: string }) {
  const { read } = useEnvironment();
  const templates = filter.templates ?? [];
  const names = useQueries({ queries: templates.map((id) => read("v2.workflows.nameOf", id)) });
  const known = new Map(templates.map((id, at) => [id, names[at]?.data ?? "a deleted workflow"]));
  const isKnown = names.every(({ data }) => data !== undefined);
  const facts = filterFacts(filter, isKnown ? known : undefined);
  const search = runSearchOf(filter);
  return (
    <Section
      title="Runs"
      text={facts.length > 0 ? `${all}, by this filter` : all}
      action={
        search && (
          <Link to="/activity" search={search} className={buttonClass()}>
            Show the runs
          </Link>
        )
      }
    >
      {facts.length > 0 && <FactList facts={facts} />}
    </Section>
  );
}
