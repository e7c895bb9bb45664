import { Suspense, useState } from "react";
import type { Resumption } from "#contract/resumptions.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Page } from "#dashboard/components/page.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { FactList } from "./fact-list.tsx";
import { ResumptionBar, ResumptionStateBadge } from "./resumption-progress.tsx";
import { ResumptionRuns } from "./resumption-runs.tsx";
import { isActive, progressText, resumptionTitle, spreadText, VERSION_TEXTS } from "./resumption-texts.ts";

const AbortResumption = lazyNamed(() => import("./abort-resumption.tsx"), "AbortResumption");

/** A resumption: its progress, what could not be resumed, and which runs it concerns. */
export function ResumptionDetails({ resumption, refreshFailed }: { resumption: Resumption; refreshFailed: boolean }) {
  const { may } = useEnvironment();
  const [aborting, setAborting] = useState(false);
  const { name, state, spreadSeconds, version, createdAt, finishedAt, reasons } = resumption;
  const isRunning = isActive(state);
  const ended = state === "canceled" ? "Aborted" : "Completed";
  const facts = [
    { name: "Started", text: <RelativeTime moment={createdAt} /> },
    ...(finishedAt ? [{ name: ended, text: <RelativeTime moment={finishedAt} /> }] : []),
    { name: "Speed", text: spreadText(spreadSeconds) },
    { name: "Workflow version", text: VERSION_TEXTS[version].text },
  ];
  return (
    <Page
      title={resumptionTitle(resumption)}
      isName={name !== undefined}
      tabTitle={name ?? "Resumption"}
      aside={<ResumptionStateBadge state={state} />}
      summary={refreshFailed && <RefreshFailed />}
      actions={isRunning && may("environment.use") && <Button onClick={() => setAborting(true)}>Abort</Button>}
    >
      <Section title="Progress" text={progressText(resumption)}>
        <ResumptionBar resumption={resumption} />
        <FactList facts={facts} />
      </Section>
      {reasons.length > 0 && (
        <Section title="Not resumed" text="Runs that were left as they are, by reason">
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
      <ResumptionRuns resumption={resumption} />
      {aborting && (
        <Suspense>
          <AbortResumption resumption={resumption} onClose={() => setAborting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
