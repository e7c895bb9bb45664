import { createFileRoute, Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import type { WebhookMessage } from "#contract/webhooks.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { CodeBlock, JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { errorText } from "#dashboard/errors.ts";
import { answerText, DeliveryBadge } from "#dashboard/features/webhooks/webhook-message-table.tsx";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/webhooks/$endpointId/$deliveryId")({
  loader: ({ context: { prefetch, read }, params: { endpointId, deliveryId } }) =>
    prefetch(read("webhookEndpoints.getMessage", endpointId, deliveryId)),
  pendingComponent: MessageSkeleton,
  component: MessagePage,
});

function MessagePage() {
  const { endpointId, deliveryId } = Route.useParams();
  const { readIn } = useEnvironment();
  return (
    <QueryResult
      query={useRead("webhookEndpoints.getMessage", endpointId, deliveryId)}
      headingLevel={1}
      skeleton={<MessageSkeleton />}
      missing={
        <MissingObject
          kind="delivery"
          queryIn={(environmentId) => readIn(environmentId)("webhookEndpoints.getMessage", endpointId, deliveryId)}
        />
      }
    >
      {(message) => <MessageScreen message={message} />}
    </QueryResult>
  );
}

function MessageScreen({ message }: { message: WebhookMessage }) {
  const { _endpointId, type, webhookId, status, attempts, nextAttemptAt, lastAttemptAt, createdAt } = message;
  const { may } = useEnvironment();
  const url = useRead("webhookEndpoints.get", _endpointId).data?.url;
  return (
    <Page
      title={type}
      isName
      tabTitle={`${type} · Webhooks`}
      summary={
        <>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <DeliveryBadge status={status} />
            <span>{attempts === 1 ? "1 attempt" : `${attempts} attempts`}</span>
            {nextAttemptAt !== null && (
              <span>
                The next <RelativeTime moment={nextAttemptAt} />
              </span>
            )}
            <span>
              Happened <RelativeTime moment={createdAt} />
            </span>
          </span>
          <CopyableId value={webhookId} what="webhook-id" />
        </>
      }
      actions={may("webhooks.manage") && <Resend message={message} />}
    >
      <section aria-label="Answer" className="flex flex-col gap-2">
        <h2 className="font-medium">Answer</h2>
        <p className="wrap-anywhere">
          {answerText(message)}
          {lastAttemptAt !== null && (
            <>
              {" · "}
              <RelativeTime moment={lastAttemptAt} />
            </>
          )}
          {message.responseStatus !== null && message.error !== null && ` · ${message.error}`}
        </p>
        {message.responseBody && <CodeBlock label="body of the answer" code={message.responseBody} />}
      </section>
      <section aria-label="Request" className="flex flex-col gap-2">
        <h2 className="font-medium">Request</h2>
        <p className="wrap-anywhere">
          {"To "}
          <Link
            to="/webhooks/$endpointId"
            params={{ endpointId: _endpointId }}
            translate="no"
            className="text-accent hover:underline"
          >
            {url ?? "the endpoint"}
          </Link>
        </p>
        <JsonBlock label="body of the request" value={{ type, timestamp: createdAt, data: message.data }} />
      </section>
    </Page>
  );
}

function Resend({ message: { _id, _endpointId, status } }: { message: WebhookMessage }) {
  const { write } = useEnvironment();
  const resending = useOneMutation<unknown, void>({
    mutationFn: () => write("webhookEndpoints.resendMessage", _endpointId, _id),
    onSuccess: () => showToast({ tone: "success", text: "The event is sent again" }),
    onError: (error) => showToast({ tone: "danger", text: `The event was not sent. ${errorText(error)}` }),
  });
  return (
    <Button disabled={status === "waiting"} pending={resending.isPending} onClick={() => resending.mutate()}>
      <RotateCw className="size-4" aria-hidden="true" /> Send again
    </Button>
  );
}

function MessageSkeleton() {
  return (
    <Page title="Delivery">
      <SkeletonCards cards={2} className="h-32" />
    </Page>
  );
}
