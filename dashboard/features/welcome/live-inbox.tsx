import { useQuery } from "@tanstack/react-query";
import { createElement, useEffect, useRef } from "react";
import { createSubscriberHash } from "#client/client.ts";
import type { Environment } from "#contract/accounts/environments.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { ErrorPanel } from "#dashboard/components/feedback/error-panel.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { INBOX_ELEMENT, loadInbox } from "#dashboard/components/load-inbox.ts";
import { errorText } from "#dashboard/errors.ts";
import { usePreferences } from "#dashboard/preferences.ts";
import { useShownKey } from "#dashboard/shown-key.ts";
import { DEMO_SUBSCRIBER } from "./demo-event.ts";

interface LiveInboxProps {
  environment: Environment;
  /** Called when a notification arrives, and when the number of unread ones changes. */
  onChange: () => void;
}

/** The inbox of the demo subscriber, as an app would show it: the element that customers embed, on a made up page. */
export function LiveInbox({ environment, onChange }: LiveInboxProps) {
  const { apiKey: key, onCreate, isPending, error } = useShownKey();
  const needsHash = environment.widget.notificationCenterEncryption;
  // Browsers have what makes the hash on https and localhost only.
  const hasCrypto = globalThis.crypto?.subtle !== undefined;
  const canHash = key !== undefined && hasCrypto;
  const session = useQuery({
    queryKey: ["environment", environment._id, "inbox", needsHash && key],
    queryFn: async () => {
      const hash = needsHash && canHash ? await createSubscriberHash(DEMO_SUBSCRIBER, key) : undefined;
      await loadInbox();
      return { hash };
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !needsHash || canHash,
  });
  return (
    <section aria-label="Your app" className="overflow-hidden rounded-lg border bg-raised">
      <div className="flex min-h-14 items-center gap-3 border-b bg-sunken px-4 py-2">
        <span className="size-5 shrink-0 rounded bg-accent" aria-hidden="true" />
        <div className="min-w-0">
          <h2 className="font-medium">Your app</h2>
          <p className="truncate text-xs text-muted">
            As{" "}
            <code translate="no" className="font-mono">
              {DEMO_SUBSCRIBER}
            </code>{" "}
            sees it
          </p>
        </div>
        <div className="ms-auto flex size-10 items-center justify-center">
          {session.data && <InboxElement environment={environment} hash={session.data.hash} onChange={onChange} />}
          {session.isFetching && !session.data && <Skeleton className="size-7 rounded-full" />}
        </div>
      </div>
      {session.isError && !session.isFetching && (
        <ErrorPanel error={session.error} onRetry={() => void session.refetch()} />
      )}
      {needsHash && !canHash && (
        <div className="flex flex-col items-start gap-3 p-4 text-muted">
          <p>
            The inbox of this environment opens only with a proof that an API key makes.{" "}
            {hasCrypto
              ? onCreate
                ? "Create one for this page."
                : "An admin can create one."
              : "Open this page over https to make it."}
          </p>
          {hasCrypto && onCreate && (
            <Button pending={isPending} onClick={onCreate}>
              Create an API key
            </Button>
          )}
          {error && <p role="alert" className="text-danger">{`No key was created. ${errorText(error)}`}</p>}
        </div>
      )}
      <div aria-hidden="true" className="hidden min-h-105 flex-col gap-4 p-4 lg:flex">
        <span className="h-5 w-2/5 rounded bg-sunken" />
        <span className="h-24 w-full rounded bg-sunken" />
        <span className="h-4 w-4/5 rounded bg-sunken" />
        <span className="h-4 w-3/5 rounded bg-sunken" />
        <span className="h-24 w-full rounded bg-sunken" />
      </div>
    </section>
  );
}

interface InboxElementProps extends LiveInboxProps {
  hash: string | undefined;
}

function InboxElement({ environment, hash, onChange }: InboxElementProps) {
  const element = useRef<HTMLElement>(null);
  const theme = usePreferences((preferences) => preferences.theme);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const inbox = element.current;
    const changed = () => latest.current();
    for (const name of CHANGES) inbox?.addEventListener(name, changed);
    return () => {
      for (const name of CHANGES) inbox?.removeEventListener(name, changed);
    };
  }, []);
  return createElement(INBOX_ELEMENT, {
    ref: element,
    "application-identifier": environment.identifier,
    "subscriber-id": DEMO_SUBSCRIBER,
    "subscriber-hash": hash,
    theme,
    placement: "bottom-end",
    shortcuts: "off",
  });
}

const CHANGES = ["belfry:new", "belfry:unread", "belfry:click"];
