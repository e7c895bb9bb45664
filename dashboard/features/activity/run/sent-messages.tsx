import type { MessageWithSubscriber } from "#contract/messages.ts";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { CONTENT_NOT_KEPT, MessageFigure } from "./message-figure.tsx";

/** The messages that a step has made, as they were rendered, and what the person did with them. */
export function SentMessages({ messages }: { messages: readonly MessageWithSubscriber[] }) {
  return messages.map((message) => (
    <div key={message._id} className="flex flex-col gap-2">
      <Inboxed message={message} />
      <Disclosure lazy title="Content as it was rendered">
        <SentMessage message={message} />
      </Disclosure>
    </div>
  ));
}

/** Says when a notification of the inbox was seen and read. */
function Inboxed({ message: { channel, firstSeenDate, lastReadDate, read } }: { message: MessageWithSubscriber }) {
  if (channel !== "in_app") return null;
  if (firstSeenDate === undefined && !read) return <p className="text-muted">Not seen in the inbox yet.</p>;
  return (
    <p>
      {firstSeenDate !== undefined && (
        <>
          Seen in the inbox <RelativeTime moment={firstSeenDate} />
        </>
      )}
      {read && lastReadDate !== undefined && (
        <>
          {firstSeenDate === undefined ? "Read in the inbox " : ", read "}
          <RelativeTime moment={lastReadDate} />
        </>
      )}
    </p>
  );
}

function SentMessage({ message }: { message: MessageWithSubscriber }) {
  const { channel, subject, title, content, email, phone } = message;
  const name = STEP_TYPE_LABELS[channel].name;
  const isMail = channel === "email" && typeof content === "string" && content !== "";
  return (
    <MessageFigure
      label={`${name} message`}
      frameTitle="Email as it was rendered"
      to={email ?? phone}
      heading={subject ?? title}
      html={isMail ? content : undefined}
      content={content}
      missing={content === "" || content.length === 0 ? CONTENT_NOT_KEPT : undefined}
    />
  );
}
