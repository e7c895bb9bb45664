import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Account } from "#contract/accounts/auth.ts";
import { DEMO_WORKFLOW } from "#contract/constants/demo.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useShownKey } from "#dashboard/shown-key.ts";
import { STATUS_TEXTS } from "#dashboard/trigger-status.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { DEMO_SUBSCRIBER, DEMO_WORKFLOW_CONTENT, demoEvent } from "./demo-event.ts";
import { type EventSnippet, EventSnippets } from "./event-snippets.tsx";

interface SendDemoEventProps {
  account: Account;
  /** The last run of the demo subscriber. */
  runId: string | undefined;
  snippets: EventSnippet;
}

/** The first step: a button that triggers the demo workflow, and the same as code. */
export function SendDemoEvent({ account, runId, snippets }: SendDemoEventProps) {
  const { read, write, may } = useEnvironment();
  const snippetKey = useShownKey();
  const exists = useRead("v2.workflows.named", DEMO_WORKFLOW).data !== null;
  const queryClient = useQueryClient();
  const send = useOneMutation({
    mutationFn: async ({ name, ...sent }: typeof event) => {
      const existing = await queryClient.fetchQuery({ ...read("v2.workflows.named", name), staleTime: 0 });
      if (!existing) await write("v2.workflows.create", DEMO_WORKFLOW_CONTENT);
      return write("events.trigger", name, sent);
    },
  });
  const event = demoEvent(account);
  const status = send.data?.status;
  return (
    <>
      <p>
        The event triggers the workflow{" "}
        <code translate="no" className="font-mono text-xs">
          {DEMO_WORKFLOW}
        </code>{" "}
        for the subscriber{" "}
        <code translate="no" className="font-mono text-xs">
          {DEMO_SUBSCRIBER}
        </code>
        : one notification in its inbox, and one email to {account.email}.
      </p>
      {may("environment.use") ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant={runId ? "secondary" : "primary"} pending={send.isPending} onClick={() => send.mutate(event)}>
            {exists ? (runId ? "Send it again" : "Send the demo event") : "Create the workflow and send"}
          </Button>
          {runId && (
            <Link to="/activity/$runId" params={{ runId }} className="text-accent underline">
              See the run
            </Link>
          )}
        </div>
      ) : (
        <p className="text-muted">Your role may not trigger events. A member or an admin can.</p>
      )}
      <div role="status" className="empty:hidden">
        {send.isError && (
          <p role="alert" className="text-danger wrap-anywhere">
            {`Not sent. ${errorText(send.error)}`}
          </p>
        )}
        {status && status !== "processed" && <p className="text-danger">{STATUS_TEXTS[status]}</p>}
      </div>
      {exists && (
        <EventSnippets
          snippets={snippets}
          event={event}
          apiUrl={window.location.origin + contextPaths.api}
          snippetKey={snippetKey}
        />
      )}
    </>
  );
}
