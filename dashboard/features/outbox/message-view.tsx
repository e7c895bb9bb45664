import { useRouter } from "@tanstack/react-router";
import type { OutboxMessage } from "#contract/outbox.ts";
import { MailFrame } from "#dashboard/components/display/mail-frame.tsx";
import { exactTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { Tabs } from "#dashboard/components/tabs.tsx";
import { previewOf } from "./message-list.tsx";

type MessageFormat = "html" | "text";

interface MessageViewProps {
  message: OutboxMessage;
  format: MessageFormat;
  page: number;
}

/** A message as its recipient would see it. */
export function MessageView({ message, format, page }: MessageViewProps) {
  return (
    <article aria-label={previewOf(message)} className="flex min-w-0 flex-col gap-3 rounded-lg border bg-raised p-4">
      <h2 dir="auto" translate="no" className="text-base font-semibold wrap-anywhere">
        {message.subject || STEP_TYPE_LABELS[message.channel].name}
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-muted [&_dd]:text-text [&_dd]:wrap-anywhere">
        {message.from && (
          <>
            <dt>From</dt>
            <dd>{message.from}</dd>
          </>
        )}
        <dt>To</dt>
        <dd>{message.to.join(", ")}</dd>
        <dt>Sent</dt>
        <dd>{exactTime(message.createdAt)}</dd>
      </dl>
      {message.channel === "email" ? (
        <Mail message={message} format={format} page={page} />
      ) : (
        <p className="max-w-md self-start rounded-2xl rounded-bl-sm bg-accent-soft px-4 py-2 whitespace-pre-wrap wrap-anywhere">
          {message.text}
        </p>
      )}
    </article>
  );
}

const FORMATS = [
  { id: "html", name: "HTML" },
  { id: "text", name: "Text" },
] as const;

function Mail({ message, format, page }: MessageViewProps) {
  const router = useRouter();
  const { html } = message;
  const shown = html === undefined ? "text" : format;
  const tabs = FORMATS.filter(({ id }) => id === "text" || html !== undefined).map(({ id, name }) => ({
    id,
    name,
    href: router.buildLocation({
      to: "/outbox/$messageId",
      params: { messageId: message._id },
      search: { page, format: id },
    }).publicHref,
  }));
  return (
    <Tabs label="Format" tabs={tabs} selected={shown} replace>
      {shown === "html" && html !== undefined ? (
        <MailFrame html={html} title={`Mail: ${previewOf(message)}`} />
      ) : (
        <pre translate="no" className="font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
          {message.text || "This mail has no text part."}
        </pre>
      )}
    </Tabs>
  );
}
