import { useQuery } from "@tanstack/react-query";
import { createElement, useEffect, useMemo, useRef } from "react";
import { CHANNELS, isChannel } from "#contract/constants/channels.ts";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import {
  createPreferencesPreview,
  INBOX_ELEMENT,
  loadInbox,
  type ShownPreference,
} from "#dashboard/components/load-inbox.ts";
import { usePreferences } from "#dashboard/preferences.ts";
import type { Definition } from "../editor/definition.ts";
import { useEditorState } from "../editor/editor-context.tsx";

/** The workflow among the preferences of a subscriber who has chosen nothing, as the inbox shows it. */
export function SubscriberRow() {
  const active = useEditorState(({ definition }) => definition.active);
  const hasChannel = useEditorState(({ definition }) =>
    definition.steps.some((step) => step.active && isChannel(step.type)),
  );
  const script = useQuery({
    queryKey: ["inbox-script"],
    queryFn: async () => {
      await loadInbox();
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-labelledby="subscriber-row" className="flex min-w-0 flex-col gap-2">
      <h2 id="subscriber-row" className="text-base font-semibold">
        As subscribers see it
      </h2>
      <p className="text-muted">
        {!active
          ? "The inbox lists it once the workflow is active."
          : hasChannel
            ? "In the preferences of the inbox. What you try here is not saved."
            : "There is no channel to choose before a step sends something."}
      </p>
      <QueryResult
        query={script}
        skeleton={
          <div role="status" aria-label="Loading">
            <Skeleton className="h-36 w-full rounded-lg" />
          </div>
        }
      >
        {() => <InboxPreferences />}
      </QueryResult>
    </section>
  );
}

/** The settings of the element that customers embed, with this workflow alone. */
function InboxPreferences() {
  const element = useRef<HTMLElement>(null);
  const theme = usePreferences((preferences) => preferences.theme);
  const definition = useEditorState((state) => state.definition);
  const workflowId = useEditorState(({ saved }) => saved.workflowId);
  const shown = useMemo(() => shownPreferences(definition, workflowId), [definition, workflowId]);
  const preview = useRef<ReturnType<typeof createPreferencesPreview>>(undefined);
  useEffect(() => {
    if (preview.current) {
      preview.current.setPreferences(shown);
      return;
    }
    preview.current = createPreferencesPreview(shown);
    // The element takes objects as properties.
    Object.assign(element.current ?? {}, { preview: preview.current, preferences: { global: false } });
  }, [shown]);
  return (
    <div className="overflow-hidden rounded-lg border bg-raised">
      {createElement(INBOX_ELEMENT, { ref: element, view: "preferences", theme, className: "block" })}
    </div>
  );
}

function shownPreferences({ name, active, steps, preferences }: Definition, id: string): ShownPreference[] {
  const used = CHANNELS.filter((channel) => steps.some((step) => step.active && step.type === channel));
  const of = (enabled: (channel: (typeof CHANNELS)[number]) => boolean) =>
    Object.fromEntries(used.map((channel) => [channel, enabled(channel)]));
  const global: ShownPreference = { level: "global", enabled: true, channels: of(() => true) };
  if (!active) return [global];
  return [
    global,
    {
      level: "template",
      enabled: preferences.all.enabled,
      channels: of((channel) => preferences.channels[channel].enabled),
      workflow: { id, identifier: id, name, critical: preferences.all.readOnly },
    },
  ];
}
