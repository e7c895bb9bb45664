import { type UseQueryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Belfry } from "#client/client.ts";
import { DEMO_EMAIL_PROVIDER } from "#contract/constants/provider-ids.ts";
import { hasFailed, useLoadError } from "#dashboard/components/feedback/use-load-error.ts";
import { FAILED_POLL_MS } from "#dashboard/data/declarations.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { DEMO_SUBSCRIBER } from "./demo-event.ts";

/** Milliseconds between reads of what a step waits for. */
const POLL_MS = 1_500;
const RUNS = { subscriberIds: [DEMO_SUBSCRIBER], limit: 1 };
const MESSAGES = { channel: "in_app", subscriberId: DEMO_SUBSCRIBER, limit: 10 } as const;
const OUTBOX = { limit: 25 };
const SUBSCRIBERS = { limit: 100 };

/** State of the five steps; undefined before it is known. */
export interface WelcomeProgress {
  /** The last run of the demo subscriber. */
  runId: string | undefined;
  /** Its inbox has a notification, which may not have been seen. */
  hasArrived: boolean;
  sent: boolean | undefined;
  seen: boolean | undefined;
  email: boolean | undefined;
  /** An email that the outbox has kept. */
  outboxMessageId: string | undefined;
  inbox: boolean | undefined;
  invited: boolean | undefined;
  /** The steps of which it is not known, because a read failed. */
  unknown: ReadonlySet<"sent" | "seen" | "email" | "inbox" | "invited">;
}

/** Follows what the five steps wait for, until it has happened. */
export function useWelcomeSteps() {
  const { read, current } = useEnvironment();
  const queryClient = useQueryClient();
  const runs = useQuery(polled(read("notifications.list", RUNS), ({ data }) => data.length > 0));
  const hasRun = runs.data && runs.data.data.length > 0;
  const messages = useQuery({
    ...polled(read("messages.list", MESSAGES), ({ data }) => data.some(({ seen }) => seen)),
    // Before its first run or session there is no such subscriber, which the call refuses.
    enabled: hasRun === true,
  });
  const connected = useQuery(polled(read("integrations.getAll"), (list) => list.some(isProvider)));
  const outbox = useQuery(polled(read("outbox.list", OUTBOX), ({ data }) => data.some(isEmail)));
  const subscribers = useQuery(polled(read("subscribers.list", SUBSCRIBERS), ({ data }) => data.some(hasInbox)));
  const members = useQuery(polled(read("organizations.getMembers"), (list) => list.length > 1));

  /** An active integration of this environment that delivers to real addresses. */
  function isProvider({ _environmentId, channel, active, providerId }: Integration): boolean {
    return _environmentId === current?._id && channel === "email" && active && providerId !== DEMO_EMAIL_PROVIDER;
  }

  const caught = outbox.data?.data.find(isEmail);
  const progress: WelcomeProgress = {
    runId: runs.data?.data[0]?._id,
    hasArrived: (messages.data?.data.length ?? 0) > 0,
    sent: hasRun,
    seen: hasRun ? messages.data?.data.some(({ seen }) => seen) : hasRun,
    email: connected.data && outbox.data && (caught !== undefined || connected.data.some(isProvider)),
    outboxMessageId: caught?._id,
    inbox: subscribers.data?.data.some(hasInbox),
    invited: members.data && members.data.length > 1,
    unknown: new Set([
      ...(hasFailed(runs) ? (["sent"] as const) : []),
      ...(hasFailed(messages) ? (["seen"] as const) : []),
      ...(hasFailed(connected) || hasFailed(outbox) ? (["email"] as const) : []),
      ...(hasFailed(subscribers) ? (["inbox"] as const) : []),
      ...(hasFailed(members) ? (["invited"] as const) : []),
    ]),
  };
  const all: UseQueryResult<unknown>[] = [runs, messages, connected, outbox, subscribers, members];
  const error = useLoadError(all.find(hasFailed) ?? runs);
  return {
    progress,
    /** Of the first read that failed and has no earlier result. */
    error,
    retry: () => void Promise.all(all.filter(hasFailed).map(({ refetch }) => refetch())),
    /** Reads at once what the inbox has just shown or marked. */
    onInboxChange: () => {
      void queryClient.invalidateQueries({ queryKey: read("messages.list", MESSAGES).queryKey });
      void queryClient.invalidateQueries({ queryKey: read("notifications.list", RUNS).queryKey });
    },
  };
}

type Integration = Awaited<ReturnType<Belfry["integrations"]["getAll"]>>[number];

const isEmail = ({ channel }: { channel: string }): boolean => channel === "email";

/** An inbox of somebody else than the demo subscriber was opened, which is in an app. */
const hasInbox = ({ subscriberId, isOnline }: { subscriberId: string; isOnline?: boolean | undefined }): boolean =>
  subscriberId !== DEMO_SUBSCRIBER && isOnline !== undefined;

/** Reads a query again and again until it shows that its step is done. */
function polled<T, K extends readonly unknown[]>(query: UseQueryOptions<T, Error, T, K>, isDone: (data: T) => boolean) {
  return {
    ...query,
    refetchInterval: ({ state: { data, status } }: { state: { data: T | undefined; status: string } }) => {
      if (data !== undefined && isDone(data)) return false as const;
      return status === "error" ? FAILED_POLL_MS : POLL_MS;
    },
  };
}
