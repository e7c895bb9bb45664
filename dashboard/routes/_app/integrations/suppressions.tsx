import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { MailX } from "lucide-react";
import { SUPPRESSED_CHANNELS, SUPPRESSION_REASONS, SUPPRESSION_STREAMS } from "#contract/constants/suppressions.ts";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { TransferMenu } from "#dashboard/features/imports/transfer-menu.tsx";
import { AddSuppressions } from "#dashboard/features/suppressions/add-suppressions.tsx";
import { SuppressionTable } from "#dashboard/features/suppressions/suppression-list.tsx";
import { REASONS, STREAMS } from "#dashboard/features/suppressions/suppression-reasons.ts";
import { SuppressionRules } from "#dashboard/features/suppressions/suppression-rules.tsx";
import { SuppressionSearch, suppressionQuery } from "#dashboard/features/suppressions/suppression-search.ts";
import { ChoiceFilter } from "#dashboard/lists/filter-button.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const REASON_CHOICES = SUPPRESSION_REASONS.map((id) => ({ id, text: REASONS[id].name }));
const CHANNEL_CHOICES = SUPPRESSED_CHANNELS.map((id) => ({ id, text: STEP_TYPE_LABELS[id].name }));
const STREAM_CHOICES = SUPPRESSION_STREAMS.map((id) => ({ id, text: STREAMS[id] }));

export const Route = createFileRoute("/_app/integrations/suppressions")({
  validateSearch: SuppressionSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(SuppressionSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("suppressions.list", suppressionQuery(SuppressionSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Suppressed addresses" filters="max-w-md" />,
  component: SuppressionsPage,
});

function SuppressionsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read } = useEnvironment();
  const add = may("environment.use") && <AddSuppressions />;
  const transfer = <TransferMenu kinds={["suppressions"]} />;
  return (
    <ListScreen
      noun={["suppressed address", "suppressed addresses"]}
      icon={<MailX />}
      screen={{
        title: "Suppressed addresses",
        summary: <p>Messages to these addresses are held back: runs skip their steps and say why.</p>,
        actions: (isEmpty) => (
          <>
            {transfer}
            <SuppressionRules />
            {!isEmpty && add}
          </>
        ),
      }}
      schema={SuppressionSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("suppressions.list", suppressionQuery(search))}
      pageOf={({ data, next, previous, totalCount }) => ({ rows: data, next, previous, total: totalCount })}
      filters={(change) => (
        <section aria-label="Filter addresses" className="flex flex-wrap items-center gap-2">
          <SearchField
            primary
            label="Search addresses"
            value={search.address}
            onSearch={(address) => change({ address })}
          />
          <ChoiceFilter
            name="Reason"
            all="All reasons"
            options={REASON_CHOICES}
            value={search.reason}
            onChange={(reason) => change({ reason })}
          />
          <ChoiceFilter
            name="Channel"
            all="All channels"
            options={CHANNEL_CHOICES}
            value={search.channel}
            onChange={(channel) => change({ channel })}
          />
          <ChoiceFilter
            name="Holds back"
            all="Any"
            options={STREAM_CHOICES}
            value={search.stream}
            onChange={(stream) => change({ stream })}
          />
        </section>
      )}
      noMatch="Addresses are searched by how they begin."
      none={
        <EmptyState icon={<MailX />} title="Nothing is suppressed" action={add}>
          Addresses that bounce for good, complain or unsubscribe at a provider are listed here, and get nothing more.
        </EmptyState>
      }
    >
      {(rows, { pager }) => <SuppressionTable rows={rows} pager={pager} />}
    </ListScreen>
  );
}
