import { createFileRoute, Outlet } from "@tanstack/react-router";
import type { Subscriber } from "#contract/subscribers.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { subscriberName } from "#dashboard/components/display/subscriber-name.ts";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { SubscriberProvider } from "#dashboard/features/subscribers/person/subscriber-context.ts";
import { SubscriberTabs, useCurrentTab } from "#dashboard/features/subscribers/person/subscriber-tabs.tsx";
import { useOpenedObject } from "#dashboard/recent-objects.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/subscribers/$subscriberId")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("v2.subscribers.get", params.subscriberId)),
  pendingComponent: SubscriberSkeleton,
  component: SubscriberPage,
});

function SubscriberPage() {
  const { subscriberId } = Route.useParams();
  const { current, readIn } = useEnvironment();
  const query = useRead("v2.subscribers.get", subscriberId);
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<SubscriberSkeleton />}
      missing={
        <MissingObject
          kind="subscriber"
          queryIn={(environmentId) => readIn(environmentId)("v2.subscribers.get", subscriberId)}
        />
      }
    >
      {(subscriber) => (
        <SubscriberScreen
          key={`${current?._id} ${subscriber._id}`}
          subscriber={subscriber}
          refreshFailed={query.isRefetchError}
        />
      )}
    </QueryResult>
  );
}

function SubscriberScreen({ subscriber, refreshFailed }: { subscriber: Subscriber; refreshFailed: boolean }) {
  const { subscriberId, isOnline } = subscriber;
  const name = subscriberName(subscriber);
  const tab = useCurrentTab();
  useOpenedObject({ kind: "subscriber", id: subscriberId, title: name, subtitle: subscriberId });
  return (
    <Page
      title={name}
      isName
      tabTitle={`${name}: ${tab.name}`}
      wide
      aside={isOnline && <Badge tone="success">Online</Badge>}
      summary={refreshFailed ? <RefreshFailed /> : <CopyableId value={subscriberId} what="subscriber id" />}
    >
      <SubscriberProvider value={subscriber}>
        <SubscriberTabs subscriberId={subscriberId}>
          <Outlet />
        </SubscriberTabs>
      </SubscriberProvider>
    </Page>
  );
}

function SubscriberSkeleton() {
  const { subscriberId } = Route.useParams();
  return (
    <Page title={`Subscriber ${subscriberId}`} isName summary={<Skeleton className="h-4 w-48" />} wide>
      <Skeleton className="h-9 w-full" />
      <SkeletonCards cards={1} className="h-96" />
    </Page>
  );
}
