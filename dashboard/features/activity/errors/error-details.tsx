import { Link } from "@tanstack/react-router";
import type { FailureGroupDetails } from "#contract/activity/failure-groups.ts";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";
import { RelativeTime, shortTime } from "#dashboard/components/display/relative-time.tsx";
import { SubscriberLink } from "#dashboard/components/display/subscriber-link.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { FactList } from "../resume/fact-list.tsx";
import { ErrorActions } from "./error-actions.tsx";
import { ErrorIntegrations } from "./error-integrations.tsx";
import { ErrorHours, ErrorSource, ErrorStateBadge } from "./error-parts.tsx";
import { byWorkflow, lifeText } from "./error-texts.ts";

/** Failed steps with the same cause: since when, with which versions, and what was decided about them. */
export function ErrorDetails({ group, refreshFailed }: { group: FailureGroupDetails; refreshFailed: boolean }) {
  const { may } = useEnvironment();
  const { text, firstSeen, lastSeen, count, people, versions, latestRuns, providerId } = group;
  return (
    <Page
      title={text}
      isName
      tabTitle="Error"
      aside={<ErrorStateBadge group={group} />}
      summary={refreshFailed ? <RefreshFailed /> : <ErrorSource group={group} />}
      actions={may("environment.use") && <ErrorActions group={group} />}
    >
      <Decision group={group} />
      <Section title="Failures" text="In the last 24 hours, counted five minutes after they happen">
        <ErrorHours group={group} className="h-10 w-full max-w-md" />
        <FactList
          facts={[
            { name: "First seen", text: <RelativeTime moment={firstSeen} /> },
            { name: "Last seen", text: <RelativeTime moment={lastSeen} /> },
            { name: "Failed steps", text: <CompactCount count={count} /> },
            { name: "Subscribers", text: <CompactCount {...people} /> },
          ]}
        />
      </Section>
      {providerId !== undefined && <ErrorIntegrations providerId={providerId} />}
      <Section title="Workflows and versions" text="Versions in which these steps failed in the last 60 days">
        <Versions versions={versions} />
      </Section>
      <Section title="Latest runs" text="The last runs with this error, as long as runs are kept">
        {latestRuns.length === 0 ? (
          <p className="text-muted">They are no longer kept.</p>
        ) : (
          <ul className="flex flex-col divide-y">
            {latestRuns.map(({ _notificationId, at, workflow, subscriberId }) => (
              <li key={_notificationId} className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
                <Link
                  to="/activity/$runId"
                  params={{ runId: _notificationId }}
                  dir="auto"
                  translate="no"
                  className="min-w-0 text-accent underline wrap-anywhere"
                >
                  {workflow?.name ?? "Deleted workflow"}
                </Link>
                <SubscriberLink subscriberId={subscriberId} className="min-w-0 wrap-anywhere" />
                <span className="text-muted">
                  <RelativeTime moment={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Page>
  );
}

/** Says who has resolved or ignored the error and why, or how it came back. */
function Decision({ group }: { group: FailureGroupDetails }) {
  const { state, stateSince, stateBy, stateReason } = group;
  const life = lifeText(group);
  if (life === undefined) return null;
  if (state === "open" || stateSince === undefined) return <p className="wrap-anywhere">{life}</p>;
  const who = stateBy?.keyEnd === undefined ? stateBy?.name : `an API key of ${stateBy.name}`;
  return (
    <div className="flex flex-col gap-1 wrap-anywhere">
      <p>
        {`${state === "resolved" ? "Resolved" : "Ignored"}${who ? ` by ${who}` : ""} `}
        <RelativeTime moment={stateSince} />
      </p>
      {stateReason && (
        <p className="text-muted" dir="auto" translate="no">
          {stateReason}
        </p>
      )}
      <p>{life}</p>
    </div>
  );
}

function Versions({ versions }: Pick<FailureGroupDetails, "versions">) {
  return (
    <ul className="flex flex-col gap-4">
      {byWorkflow(versions).map(({ id, name, count, versions: own }) => (
        <li key={id} className="flex min-w-0 flex-col gap-1">
          <span className="flex min-w-0 flex-wrap items-center justify-between gap-x-4">
            {name === undefined ? (
              <span>Deleted workflow</span>
            ) : (
              <Link
                to="/workflows/$workflowId"
                params={{ workflowId: id }}
                dir="auto"
                translate="no"
                className="min-w-0 font-medium text-accent underline wrap-anywhere"
              >
                {name}
              </Link>
            )}
            <span className="tabular-nums">{countText(count, "failure")}</span>
          </span>
          <ul className="flex flex-col text-muted">
            {own.map(({ version, count: failures, lastHour }) => (
              <li key={version ?? 0} className="flex flex-wrap items-center justify-between gap-x-4">
                <span>{`${version === undefined ? "Deleted version" : `Version ${version}`}, last failed in the hour from ${shortTime(lastHour)}`}</span>
                <span className="tabular-nums">{numberText(failures)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
