import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Users } from "lucide-react";
import type { Query } from "#client/client.ts";
import type { TopicDetails } from "#contract/v2/topics.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { MemberTable } from "#dashboard/features/topics/member-table.tsx";
import { TopicActions } from "#dashboard/features/topics/topic-actions.tsx";
import { topicName } from "#dashboard/features/topics/topic-name.ts";
import { KeysetSearch, keysetPage } from "#dashboard/lists/keyset-search.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { useOpenedObject } from "#dashboard/recent-objects.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const memberQuery = (search: KeysetSearch): Query<"listSubscriptions"> => ({
  ...keysetPage(search),
  ...(search.query && { subscriberId: search.query }),
});

export const Route = createFileRoute("/_app/topics/$key")({
  validateSearch: KeysetSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(KeysetSearch))] },
  loader: ({ context: { prefetch, read }, params, location }) =>
    Promise.all([
      prefetch(read("v2.topics.get", params.key)),
      prefetch(read("v2.topics.listSubscriptions", params.key, memberQuery(KeysetSearch.parse(location.search)))),
    ]),
  pendingComponent: TopicSkeleton,
  component: TopicPage,
});

function TopicPage() {
  const { key } = Route.useParams();
  const { readIn } = useEnvironment();
  return (
    <QueryResult
      query={useRead("v2.topics.get", key)}
      headingLevel={1}
      skeleton={<TopicSkeleton />}
      missing={<MissingObject kind="topic" queryIn={(environmentId) => readIn(environmentId)("v2.topics.get", key)} />}
    >
      {(topic) => <TopicScreen key={topic._id} topic={topic} />}
    </QueryResult>
  );
}

function TopicScreen({ topic }: { topic: TopicDetails }) {
  const { key, data } = topic;
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read } = useEnvironment();
  useOpenedObject({ kind: "topic", id: key, title: topicName(topic), subtitle: key });
  return (
    <Page
      title={topicName(topic)}
      tabTitle={`${topicName(topic)} · Topics`}
      isName
      wide
      summary={<CopyableId value={key} what="key" />}
      actions={may("environment.use") && <TopicActions topic={topic} />}
    >
      {data && (
        <Disclosure title="Data">
          <JsonBlock label="data" value={data} />
        </Disclosure>
      )}
      <ListScreen
        noun={["member", "members"]}
        icon={<Users />}
        schema={KeysetSearch}
        search={search}
        onSearch={(next, replace) => void navigate({ search: next, replace })}
        read={read("v2.topics.listSubscriptions", key, memberQuery(search))}
        pageOf={({ data: members, next, previous }) => ({ rows: members, next, previous })}
        filters={(change) => (
          <section aria-label="Filter members" className="flex flex-wrap items-center gap-2">
            <SearchField primary label="Subscriber id" value={search.query} onSearch={(query) => change({ query })} />
          </section>
        )}
        noMatch="No member has that id. Ids have to be given in full."
        none={
          <EmptyState icon={<Users />} title="No members yet">
            Add subscribers by their ids, or have your code do it: each can be in any number of topics.
          </EmptyState>
        }
      >
        {(members, { pager }) => <MemberTable topicKey={key} members={members} pager={pager} />}
      </ListScreen>
    </Page>
  );
}

function TopicSkeleton() {
  return (
    <Page title="Topic" wide>
      <SkeletonRows />
    </Page>
  );
}
