import { Link } from "@tanstack/react-router";
import type { OutboxMessage } from "#contract/outbox.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { StepTypeIcon } from "#dashboard/components/display/step-type.tsx";

/** The outbox's messages, newest first. Links keep `page` in the address. */
export function MessageList({ messages, page }: { messages: OutboxMessage[]; page: number }) {
  return (
    <ul aria-label="Messages" className="divide-y overflow-hidden rounded-lg border bg-raised">
      {messages.map((message) => (
        <li key={message._id}>
          <Link
            to="/outbox/$messageId"
            params={{ messageId: message._id }}
            search={{ page }}
            data-row
            resetScroll={false}
            className="flex items-start gap-3 border-l-2 px-3 py-2 -outline-offset-2"
            activeProps={{ className: "border-l-accent bg-accent-soft/50" }}
            inactiveProps={{ className: "border-l-transparent hover:bg-sunken/60" }}
          >
            <StepTypeIcon type={message.channel} className="mt-0.5 size-4 shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span className="flex items-baseline justify-between gap-2">
                <span className="truncate font-medium">{message.to.join(", ")}</span>
                <RelativeTime moment={message.createdAt} className="shrink-0 text-xs text-muted" />
              </span>
              <span className="block truncate text-muted">{previewOf(message)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Returns the subject, or the first line of a message without one. */
export function previewOf(message: OutboxMessage): string {
  return message.subject || message.text?.trim().split("\n", 1)[0] || "No subject";
}
