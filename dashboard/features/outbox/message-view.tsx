import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OutboxMessage } from "#contract/outbox.ts";
import { exactTime } from "../../components/relative-time.tsx";
import { STEP_TYPE_LOOKS } from "../../components/step-type.tsx";
import { tabClass } from "../../components/tabs.ts";
import { MailFrame } from "./mail-frame.tsx";
import { previewOf } from "./message-list.tsx";

type MessageFormat = "html" | "text";

interface MessageViewProps {
  message: OutboxMessage;
  format: MessageFormat;
  page: number;
}

/** One message as its recipient would get it. */
export function MessageView({ message, format, page }: MessageViewProps) {
  return (
    <article aria-label={previewOf(message)} className="flex min-w-0 flex-col gap-3 rounded-lg border bg-raised p-4">
      <h2 className="text-base font-semibold wrap-anywhere">
        {message.subject || STEP_TYPE_LOOKS[message.channel].name}
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

function Mail({ message, format, page }: MessageViewProps) {
  const shown = message.html === undefined ? "text" : format;
  return (
    <>
      <nav aria-label="Format" className="flex gap-1 border-b">
        {message.html !== undefined && (
          <FormatLink {...{ message, page }} format="html" current={shown === "html"}>
            HTML
          </FormatLink>
        )}
        <FormatLink {...{ message, page }} format="text" current={shown === "text"}>
          Text
        </FormatLink>
      </nav>
      {shown === "html" && message.html !== undefined ? (
        <MailFrame html={message.html} title={`Mail: ${previewOf(message)}`} />
      ) : (
        <pre className="font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
          {message.text || "This mail has no text part."}
        </pre>
      )}
    </>
  );
}

function FormatLink({
  message,
  format,
  page,
  current,
  children,
}: MessageViewProps & { current: boolean; children: ReactNode }) {
  return (
    <Link
      to="/outbox/$messageId"
      params={{ messageId: message._id }}
      search={{ page, format }}
      resetScroll={false}
      replace
      aria-current={current ? "page" : undefined}
      className={tabClass(current)}
    >
      {children}
    </Link>
  );
}
