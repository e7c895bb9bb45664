import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { MailX } from "lucide-react";
import { Suspense } from "react";
import {
  LIFTED_KEPT_DAYS,
  SUPPRESSED_CHANNELS,
  SUPPRESSION_REASONS,
  SUPPRESSION_STREAMS,
} from "#contract/constants/suppressions.ts";
import type { Suppression } from "#contract/suppressions.ts";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { TransferMenu } from "#dashboard/features/imports/transfer-menu.tsx";
import { AddSuppressions } from "#dashboard/features/suppressions/add-suppressions.tsx";
import { LiftedTable } from "#dashboard/features/suppressions/lifted-table.tsx";
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

const STATUS_CHOICES = [{ id: "lifted", text: "Lifted" }] as const;
const ABOUT_SUPPRESSED = "Messages to these addresses are held back: runs skip their steps and say why.";
const ABOUT_LIFTED =
  "These addresses were taken off the list. Vendors that keep lists of their own were asked to do so, too.";
const SEARCHED = "Addresses are searched by how they begin.";
/** While a vendor is still to be asked. */
const POLL_MS = 5_000;

const SuppressionEntry = lazyNamed(
  () => import("#dashboard/features/suppressions/suppression-entry.tsx"),
  "SuppressionEntry",
);

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
  const list = (
    <ListScreen
      noun={["suppressed address", "suppressed addresses"]}
      icon={<MailX />}
      screen={{
        title: "Suppressed addresses",
        summary: <p>{search.status ? ABOUT_LIFTED : ABOUT_SUPPRESSED}</p>,
        actions: (
          <>
            {transfer}
            <SuppressionRules />
            {add}
          </>
        ),
      }}
      schema={SuppressionSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("suppressions.list", suppressionQuery(search))}
      pageOf={({ data, next, previous, totalCount }) => ({ rows: data, next, previous, total: totalCount })}
      pollMs={(page) => (page?.rows.some(isUnderWay) ? POLL_MS : false)}
      filters={(change) => <Filters search={search} onChange={change} />}
      noMatch={search.status ? `${SEARCHED} Lifted ones are kept for ${LIFTED_KEPT_DAYS} days.` : SEARCHED}
      none={
        <EmptyState icon={<MailX />} title="Nothing is suppressed" action="create">
          Addresses that bounce for good, complain or unsubscribe at a provider are listed here, and get nothing more.
        </EmptyState>
      }
    >
      {(rows, { pager }) =>
        search.status ? <LiftedTable rows={rows} pager={pager} /> : <SuppressionTable rows={rows} pager={pager} />
      }
    </ListScreen>
  );
  return (
    <>
      {list}
      {search.entry && (
        <Suspense>
          <SuppressionEntry
            suppressionId={search.entry}
            onClose={() => void navigate({ search: { ...search, entry: "" }, replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}

const isUnderWay = ({ lift }: Suppression): boolean =>
  lift?.vendors.some(({ outcome, attempts }) => outcome === "waiting" && attempts === 0) ?? false;

interface FiltersProps {
  search: SuppressionSearch;
  onChange: (filters: Partial<SuppressionSearch>) => void;
}

const Filters = ({ search, onChange }: FiltersProps) => (
  <section aria-label="Filter addresses" className="flex flex-wrap items-center gap-2">
    <SearchField
      primary
      label="Search addresses"
      value={search.address}
      onSearch={(address) => onChange({ address })}
    />
    <ChoiceFilter
      name="Status"
      all="Suppressed"
      options={STATUS_CHOICES}
      value={search.status}
      onChange={(status) => onChange({ status })}
    />
    <ChoiceFilter
      name="Reason"
      all="All reasons"
      options={REASON_CHOICES}
      value={search.reason}
      onChange={(reason) => onChange({ reason })}
    />
    <ChoiceFilter
      name="Channel"
      all="All channels"
      options={CHANNEL_CHOICES}
      value={search.channel}
      onChange={(channel) => onChange({ channel })}
    />
    <ChoiceFilter
      name="Holds back"
      all="Any"
      options={STREAM_CHOICES}
      value={search.stream}
      onChange={(stream) => onChange({ stream })}
    />
  </section>
);
