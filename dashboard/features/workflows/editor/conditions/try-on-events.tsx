import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { ConditionTrial, TriedEvent } from "#contract/v2/condition-trials.ts";
import { filtersOf } from "#dashboard/components/conditions/filters.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { SubscriberLink } from "#dashboard/components/display/subscriber-link.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditorState } from "../editor-context.tsx";
import { notKnownText, triedText, triedValueText } from "./tried-text.ts";

interface TryOnEventsProps {
  filters: readonly Filter[];
  /** A rule of JSON logic in place of conditions. */
  rule?: unknown;
}

/** Tries the conditions as they are typed on the latest events: how many would pass, and what decided about some of them. */
export function TryOnEvents({ filters, rule }: TryOnEventsProps) {
  const { read } = useEnvironment();
  const workflowId = useEditorState(({ saved }) => saved._id);
  const [asked, setAsked] = useState<unknown>();
  const tried = rule ?? filters;
  const trial = useQuery({
    ...read("previews.conditions", workflowId, isJsonObject(asked) ? { rule: asked } : { filters: filtersOf(asked) }),
    enabled: asked !== undefined,
  });
  const isOutdated = asked !== undefined && asked !== tried;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          small
          pending={asked !== undefined && trial.isFetching}
          onClick={() => {
            setAsked(tried);
            if (asked === tried) void trial.refetch();
          }}
        >
          <FlaskConical className="size-3.5" aria-hidden="true" /> Try on past events
        </Button>
        <p role="status" className="min-w-0 flex-1 basis-40 wrap-anywhere">
          {trial.data && !isOutdated && triedText(trial.data, rule === undefined ? "pass" : "be skipped")}
          {trial.data && isOutdated && (
            <span className="text-muted">The conditions have changed since: try again.</span>
          )}
        </p>
      </div>
      {asked !== undefined && <LoadFailed what="The past events" query={trial} />}
      {trial.data && !isOutdated && trial.data.events > 0 && (
        <Examples trial={trial.data} titles={rule === undefined ? PASSING : SKIPPING} />
      )}
    </div>
  );
}

const OUTCOMES = ["passed", "failed", "unknown"] as const;
type Titles = Readonly<Record<(typeof OUTCOMES)[number], string>>;

const PASSING: Titles = { passed: "Would pass", failed: "Would not pass", unknown: "Not known" };
const SKIPPING: Titles = { passed: "Would be skipped", failed: "Would not be skipped", unknown: "Not known" };

function Examples({ trial, titles }: { trial: ConditionTrial; titles: Titles }) {
  const notKnown = notKnownText(trial);
  return (
    <div className="flex min-w-0 flex-col gap-3 rounded-md border p-2.5 text-xs">
      {notKnown !== undefined && <p className="text-warning wrap-anywhere">{notKnown}</p>}
      {OUTCOMES.map((id) => {
        const title = titles[id];
        const { count, examples } = trial[id];
        if (count === 0) return null;
        return (
          <section key={id} aria-label={title} className="flex min-w-0 flex-col gap-1">
            <p className="font-medium">{`${title} (${count})`}</p>
            <ul className="flex flex-col gap-2.5">
              {examples.map((example) => (
                <Example key={example.transactionId} example={example} />
              ))}
            </ul>
          </section>
        );
      })}
      <p className="text-muted">
        Each event for the first of its recipients, with the subscribers and tenants of today. Nothing is sent.
      </p>
    </div>
  );
}

function Example({ example }: { example: TriedEvent }) {
  const { triggeredAt, subscriberId, _notificationId, values, problem } = example;
  return (
    <li className="min-w-0 border-s-2 ps-2">
      <p className="flex flex-wrap gap-x-2 text-muted">
        <RelativeTime moment={triggeredAt} />
        {subscriberId === undefined ? (
          "No recipient"
        ) : (
          <SubscriberLink subscriberId={subscriberId} className="min-w-0 wrap-anywhere" />
        )}
        {_notificationId !== undefined && (
          <Link to="/activity/$runId" params={{ runId: _notificationId }} className="text-accent underline">
            Open the run
          </Link>
        )}
      </p>
      {problem !== undefined && <p className="text-danger wrap-anywhere">{`The step would fail: ${problem}`}</p>}
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may find the same
        <p key={index} className="wrap-anywhere" dir="auto" translate="no">
          {triedValueText(value)}
        </p>
      ))}
    </li>
  );
}
