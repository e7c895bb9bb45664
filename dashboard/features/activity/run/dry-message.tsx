import { DETAILS } from "#contract/constants/details.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import { CONTENT_NOT_KEPT, MessageFigure } from "./message-figure.tsx";

/** The messages that a step of a dry test would have sent, as they were rendered; nothing for other steps. */
export function DryMessages({ job }: { job: ActivityJob }) {
  const messages = job.executionDetails.filter(({ detail }) => detail === DETAILS.wouldBeSent);
  return messages.map(({ _id, raw }) => <DryMessage key={_id} raw={fieldsOf(raw)} />);
}

function DryMessage({ raw: { to, content, contentLength } }: { raw: Record<string, unknown> }) {
  const { subject, title, html, ...rest } = fieldsOf(content);
  return (
    <MessageFigure
      label="Message of the dry test"
      frameTitle="Email of the dry test"
      to={textOf(to)}
      heading={textOf(subject) ?? textOf(title)}
      html={typeof html === "string" ? html : undefined}
      content={rest.content}
      missing={
        content !== undefined
          ? undefined
          : contentLength === undefined
            ? CONTENT_NOT_KEPT
            : "The content is too long to be kept."
      }
    />
  );
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "string") return isJsonObject(value) ? { ...value } : {};
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    return {};
  }
}
