import { useRouter } from "@tanstack/react-router";
import { Trash2, Users } from "lucide-react";
import type { SavedView } from "#contract/activity/saved-views.ts";
import type { ViewedList } from "#contract/constants/activity/saved-views.ts";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { MessageSearch, messageQuery } from "../message-search.ts";
import { RunSearch, runQuery } from "../run-search.ts";

const PATHS = {
  runs: "/activity",
  messages: "/activity/messages",
  waiting: "/activity/waiting",
  errors: "/activity/errors",
} as const satisfies Record<ViewedList, string>;

interface ViewsPanelProps {
  list: ViewedList;
  /** The filters that are open, as a view keeps them. */
  search: string;
  /** Called when a view is opened. */
  onOpen: () => void;
  onSave: () => void;
}

/** The saved views of a list with their counts, and a button that keeps what is open. */
export function ViewsPanel({ list, search, onOpen, onSave }: ViewsPanelProps) {
  const { may } = useEnvironment();
  const query = useRead("savedViews.list", { list });
  const isKnown = query.data?.some((view) => view.search === search) === true;
  return (
    <>
      <QueryResult query={query} skeleton={<Skeleton className="h-16 w-full" />}>
        {(views) =>
          views.length === 0 ? (
            <p className="text-muted">No views yet. Set filters, and save them under a name.</p>
          ) : (
            <ul className="-mx-2 flex flex-col">
              {views.map((view) => (
                <View key={view._id} view={view} isOpen={view.search === search} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      {may("environment.use") && (
        <Button disabled={search === "" || isKnown} onClick={onSave}>
          Save this view …
        </Button>
      )}
    </>
  );
}

function View({ view, isOpen, onOpen }: { view: SavedView; isOpen: boolean; onOpen: () => void }) {
  const { may, write } = useEnvironment();
  const router = useRouter();
  const { _id, name, list, search, isShared, isOwn } = view;
  const path = router.buildLocation({ to: PATHS[list], search: {} }).publicHref;
  const href = search === "" ? path : `${path}?${search}`;
  const removal = useOneMutation({
    mutationFn: () => write("savedViews.delete", _id),
    onSuccess: () => showToast({ tone: "success", text: `${name} was deleted` }),
    onError: (error) => showToast({ tone: "danger", text: `${name} was not deleted. ${errorText(error)}` }),
  });
  return (
    <li className="flex items-center gap-1">
      <a
        href={href}
        aria-current={isOpen ? "page" : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          router.history.push(href);
          onOpen();
        }}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1.5 hover:bg-sunken aria-[current]:bg-accent-soft"
      >
        <span dir="auto" translate="no" className="min-w-0 flex-1 truncate">
          {name}
        </span>
        {isShared && (
          <>
            <Users className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
            <span className="sr-only">shared</span>
          </>
        )}
        <span className="text-muted">
          <ViewCount list={list} search={search} />
        </span>
      </a>
      {isOwn && may("environment.use") && (
        <IconButton label={`Delete the view ${name}`} onClick={() => removal.mutate()}>
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** How much a view has, of lists that can be counted. */
function ViewCount({ list, search }: Pick<SavedView, "list" | "search">) {
  if (list === "runs") return <RunCount search={search} />;
  return list === "messages" ? <MessageCount search={search} /> : null;
}

function RunCount({ search }: { search: string }) {
  const { parseSearch } = useRouter().options;
  const { page: _, ...filters } = runQuery(RunSearch.parse(parseSearch(`?${search}`)));
  const { data } = useRead("notifications.count", filters);
  return data ? <CompactCount {...data} inLink /> : null;
}

function MessageCount({ search }: { search: string }) {
  const { parseSearch } = useRouter().options;
  const query = messageQuery(MessageSearch.parse(parseSearch(`?${search}`)));
  const { data } = useRead("messages.list", { ...query, page: 0, limit: 1 });
  return data ? <CompactCount count={data.totalCount} inLink /> : null;
}
