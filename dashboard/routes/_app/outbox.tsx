import { createFileRoute, Outlet, stripSearchParams, useNavigate, useParams } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { z } from "zod";
import { Button } from "../../components/button.tsx";
import { classNames } from "../../components/class-names.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { FreshRowsButton } from "../../components/fresh-rows-button.tsx";
import { Page } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { SkeletonRows } from "../../components/skeleton.tsx";
import { useHeldRows } from "../../components/use-held-rows.ts";
import { usePolled } from "../../components/use-polled.ts";
import { MessageList, previewOf } from "../../features/outbox/message-list.tsx";
import { OutboxEmpty } from "../../features/outbox/outbox-empty.tsx";
import { useApi } from "../../use-api.ts";

const PAGE_SIZE = 25;
const ABOUT = "What Belfry's demo providers would have sent.";
const POLL_MS = 5_000;
const Search = z.object({ page: z.coerce.number().int().min(0).catch(0).default(0) });

export const Route = createFileRoute("/_app/outbox")({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams({ page: 0 })] },
  // The page alone: opening a message must not move the list.
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: ({ context, deps, abortController }) =>
    context.api.outbox.list({ page: deps.page, limit: PAGE_SIZE }, { signal: abortController.signal }),
  pendingComponent: () => (
    <Page title="Outbox" summary={ABOUT}>
      <SkeletonRows />
    </Page>
  ),
  component: OutboxPage,
});

function OutboxPage() {
  const loaded = Route.useLoaderData();
  const { page } = Route.useSearch();
  const { messageId } = useParams({ strict: false });
  const navigate = useNavigate();
  const api = useApi();
  const { current, stale } = usePolled(loaded, {
    load: (signal) => api.outbox.list({ page, limit: PAGE_SIZE }, { signal }),
    every: () => (page === 0 ? POLL_MS : undefined),
  });
  const { rows, fresh, release } = useHeldRows(loaded.data, current.data);

  const opened = rows.find(({ _id }) => _id === messageId);

  return (
    <Page
      title="Outbox"
      tabTitle={opened && `${previewOf(opened)} · Outbox`}
      actions={
        page === 0 && (
          <FreshRowsButton noun="message" count={fresh} full={fresh === current.pageSize} onShow={release} />
        )
      }
      summary={stale ? "Not up to date: the last refresh failed. Trying again." : ABOUT}
    >
      {rows.length === 0 && !messageId ? (
        page === 0 ? (
          <OutboxEmpty />
        ) : (
          <EmptyState
            icon={<Inbox />}
            title="No more messages"
            action={<Button onClick={() => void navigate({ to: "/outbox", search: {} })}>Go to the first page</Button>}
          >
            The page before this one was the last.
          </EmptyState>
        )
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <div className={classNames("flex flex-col gap-2", messageId !== undefined && "max-lg:hidden")}>
            <MessageList messages={rows} page={page} />
            <Pager
              page={current.page}
              pageSize={current.pageSize}
              shown={rows.length}
              hasMore={current.hasMore}
              onPage={(next) => void navigate({ to: "/outbox", search: { page: next } })}
            />
          </div>
          <Outlet />
        </div>
      )}
    </Page>
  );
}
