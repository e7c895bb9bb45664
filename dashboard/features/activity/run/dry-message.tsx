import { DETAILS } from "#contract/constants/details.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { MailFrame } from "#dashboard/components/display/mail-frame.tsx";

/** The messages that a step of a dry test would have sent, as they were rendered; nothing for other steps. */
export function DryMessages({ job }: { job: ActivityJob }) {
  const messages = job.executionDetails.filter(({ detail }) => detail === DETAILS.wouldBeSent);
  return messages.map(({ _id, raw }) => <DryMessage key={_id} raw={fieldsOf(raw)} />);
}

function DryMessage({ raw: { to, content, contentLength } }: { raw: Record<string, unknown> }) {
  const { subject, title, html, ...rest } = fieldsOf(content);
  const heading = [subject, title].find((one) => typeof one === "string" && one !== "");
  return (
    <figure aria-label="Message of the dry test" className="flex flex-col gap-2 rounded-md border bg-sunken/40 p-3">
      {typeof to === "string" && <p className="text-xs text-muted wrap-anywhere">{`To ${to}`}</p>}
      {heading !== undefined && <p className="font-medium wrap-anywhere">{String(heading)}</p>}
      {typeof html === "string" && <MailFrame html={html} title="Email of the dry test" />}
      {typeof html !== "string" && typeof rest.content === "string" && (
        <p className="whitespace-pre-wrap wrap-anywhere">{rest.content}</p>
      )}
      {Array.isArray(rest.content) && <JsonBlock label="content" value={rest.content} />}
      {content === undefined && (
        <p className="text-xs text-muted">
          {contentLength === undefined
            ? "This installation keeps no content of messages."
            : "The content is too long to be kept."}
        </p>
      )}
    </figure>
  );
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "string") return isJsonObject(value) ? { ...value } : {};
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    return {};
  }
}
