import { createFileRoute, Link, stripSearchParams } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { z } from "zod";
import { buttonClass } from "../../../components/button.tsx";
import { MissingObject } from "../../../components/missing-object.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { MessageView } from "../../../features/outbox/message-view.tsx";
import { foundOr404 } from "../../../found-or-404.ts";
import { useApi } from "../../../use-api.ts";
import { useEnvironments } from "../../../use-environments.ts";

export const Route = createFileRoute("/_app/outbox/$messageId")({
  validateSearch: z.object({ format: z.enum(["html", "text"]).catch("html").default("html") }),
  search: { middlewares: [stripSearchParams({ format: "html" })] },
  loader: ({ context, params, abortController }) =>
    foundOr404(context.api.outbox.get(params.messageId, { signal: abortController.signal })),
  pendingComponent: () => <Skeleton className="h-96 w-full" />,
  notFoundComponent: MessageMissing,
  component: MessagePage,
});

function MessagePage() {
  const message = Route.useLoaderData();
  const { format, page } = Route.useSearch();
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Link to="/outbox" search={{ page }} className={buttonClass("quiet", "self-start lg:hidden")}>
        <ChevronLeft className="size-4" aria-hidden="true" /> All messages
      </Link>
      <MessageView message={message} format={format} page={page} />
    </div>
  );
}

function MessageMissing() {
  const { messageId } = Route.useParams();
  const api = useApi();
  return (
    <MissingObject
      kind="message"
      {...useEnvironments()}
      lookIn={(environmentId) => api.outbox.get(messageId, { environmentId })}
    />
  );
}
