import { createFileRoute, Link, stripSearchParams } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { MessageView } from "#dashboard/features/outbox/message-view.tsx";
import { choiceParam, searchSchema } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const formatParam = choiceParam(["html", "text"]);

export const Route = createFileRoute("/_app/outbox/$messageId")({
  validateSearch: searchSchema({ format: (value) => formatParam(value) ?? "html" }),
  search: { middlewares: [stripSearchParams({ format: "html" })] },
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("outbox.get", params.messageId)),
  pendingComponent: MessageSkeleton,
  component: MessagePage,
});

function MessagePage() {
  const { messageId } = Route.useParams();
  const { format, page } = Route.useSearch();
  const { readIn } = useEnvironment();
  const query = useRead("outbox.get", messageId);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Link to="/outbox" search={{ page }} className={buttonClass("quiet", "self-start lg:hidden")}>
        <ChevronLeft className="size-4" aria-hidden="true" /> All messages
      </Link>
      <QueryResult
        query={query}
        skeleton={<MessageSkeleton />}
        missing={
          <MissingObject
            kind="message"
            headingLevel={2}
            queryIn={(environmentId) => readIn(environmentId)("outbox.get", messageId)}
          />
        }
      >
        {(message) => <MessageView message={message} format={format} page={page} />}
      </QueryResult>
    </div>
  );
}

function MessageSkeleton() {
  return <SkeletonCards cards={1} className="h-96" />;
}
