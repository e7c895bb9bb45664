import { Suspense, useState } from "react";
import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Page } from "#dashboard/components/page.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { AskedBy } from "./asked-by.tsx";
import { FactList } from "./fact-list.tsx";
import { KIND_TEXTS, type RunsChange } from "./kind-texts.ts";
import { ResumptionBar, ResumptionStateBadge } from "./resumption-progress.tsx";
import { ResumptionRuns } from "./resumption-runs.tsx";
import { isActive, progressText, resumptionTitle, spreadText, VERSION_TEXTS } from "./resumption-texts.ts";

const AbortResumption = lazyNamed(() => import("./abort-resumption.tsx"), "AbortResumption");

interface ResumptionDetailsProps {
  resumption: RunsChange;
  kind: ResumptionKind;
  refreshFailed: boolean;
}

/** A resumption or a cancellation: its progress, which runs were left as they are, and which it concerns. */
export function ResumptionDetails({ resumption, kind, refreshFailed }: ResumptionDetailsProps) {
  const { may } = useEnvironment();
  const [aborting, setAborting] = useState(false);
  const { name, state, spreadSeconds, version, integration, createdBy, createdAt, finishedAt, reasons } = resumption;
  const texts = KIND_TEXTS[kind];
  const isRunning = isActive(state);
  const ended = state === "canceled" ? "Aborted" : "Completed";
  const facts = [
    { name: "Started", text: <RelativeTime moment={createdAt} /> },
    ...(finishedAt ? [{ name: ended, text: <RelativeTime moment={finishedAt} /> }] : []),
    ...(createdBy ? [{ name: "Started by", text: <AskedBy by={createdBy} /> }] : []),
    ...(spreadSeconds === undefined ? [] : [{ name: "Speed", text: spreadText(spreadSeconds) }]),
    ...(integration ? [{ name: "Sent through", text: integration.name }] : []),
    ...(version === undefined ? [] : [{ name: "Workflow version", text: VERSION_TEXTS[version].text }]),
  ];
  return (
    <Page
      title={resumptionTitle(resumption, kind)}
      isName={name !== undefined}
      tabTitle={name === undefined ? texts.title : `${name} · ${texts.title}`}
      aside={<ResumptionStateBadge state={state} />}
      summary={refreshFailed && <RefreshFailed />}
      actions={isRunning && may("environment.use") && <Button onClick={() => setAborting(true)}>Abort</Button>}
    >
      <Section title="Progress" text={progressText(resumption, kind)}>
        <ResumptionBar resumption={resumption} kind={kind} />
        <FactList facts={facts} />
      </Section>
      {reasons.length > 0 && (
        <Section title={`Not ${texts.done}`} text="Runs that were left as they are, by reason">
          <ul className="flex flex-col gap-2">
            {reasons.map(({ reason, message, runs }) => (
              <li key={reason} className="flex items-start justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">{message}</span>
                <span className="text-muted tabular-nums">{numberText(runs)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <ResumptionRuns resumption={resumption} kind={kind} />
      {aborting && (
        <Suspense>
          <AbortResumption resumption={resumption} kind={kind} onClose={() => setAborting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
