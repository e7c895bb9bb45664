import type { ReactNode } from "react";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { MailFrame } from "#dashboard/components/display/mail-frame.tsx";

interface MessageFigureProps {
  label: string;
  /** Of the frame of a mail. */
  frameTitle: string;
  to: string | undefined;
  heading: string | undefined;
  html: string | undefined;
  /** The text, or blocks of another channel than email. */
  content: unknown;
  /** Says why there is no content. */
  missing: string | undefined;
  children?: ReactNode;
}

/** A message as it was rendered, a mail in a frame of its own. */
export function MessageFigure(props: MessageFigureProps) {
  const { label, frameTitle, to, heading, html, content, missing, children } = props;
  return (
    <figure aria-label={label} className="flex flex-col gap-2 rounded-md border bg-sunken/40 p-3">
      {to !== undefined && <p className="text-xs text-muted wrap-anywhere">{`To ${to}`}</p>}
      {heading !== undefined && <p className="font-medium wrap-anywhere">{heading}</p>}
      {html !== undefined && <MailFrame html={html} title={frameTitle} />}
      {html === undefined && typeof content === "string" && (
        <p className="whitespace-pre-wrap wrap-anywhere">{content}</p>
      )}
      {Array.isArray(content) && <JsonBlock label="content" value={content} />}
      {missing !== undefined && <p className="text-xs text-muted">{missing}</p>}
      {children}
    </figure>
  );
}

export const CONTENT_NOT_KEPT = "This installation keeps no content of messages.";
