import { lazy, Suspense } from "react";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { StepV2 } from "#contract/v2/workflows.ts";
import { MailFrame } from "#dashboard/components/display/mail-frame.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { InAppPreview } from "#dashboard/components/previews/in-app-preview.tsx";
import type { PreviewOf } from "#dashboard/components/previews/preview-message.ts";
import { PushPreview } from "#dashboard/components/previews/push-preview.tsx";
import { bodyText, parseBody } from "#inbox/core/safe-body.ts";
import { useEditorState } from "../editor/editor-context.tsx";

const ChatPreview = lazy(() => import("#dashboard/components/previews/chat-preview.tsx"));

type Outputs = Readonly<Record<string, unknown>>;

/** Outputs of a step of each type that its message shows. Others are shown as JSON, and so is one of an unexpected kind. */
const SHOWN: Readonly<Partial<Record<StepV2["type"], readonly string[]>>> = {
  in_app: ["subject", "body", "avatar", "primaryAction", "secondaryAction", "redirect"],
};

/** Whether the message shows an output. */
export function isShown(type: StepV2["type"], name: string, value: unknown): boolean {
  if (!(SHOWN[type] ?? ["subject", "body"]).includes(name)) return false;
  return typeof value === "string" || (isJsonObject(value) && name !== "subject" && name !== "body");
}

/** The message that the outputs of a step make, as its channel shows it. */
export function MadeMessage({ step, outputs }: { step: StepV2; outputs: Outputs }) {
  const workflow = useEditorState(({ saved }) => saved);
  const [subject, body] = [textIn(outputs.subject), textIn(outputs.body)];
  if (subject === undefined && body === undefined) return null;
  switch (step.type) {
    case "in_app":
      return <InAppPreview message={inboxMessage(outputs)} workflow={workflow} />;
    case "push":
      return <PushPreview message={{ channel: "push", title: subject ?? "", content: body ?? "" }} name={step.name} />;
    case "chat":
      return (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <ChatPreview message={{ channel: "chat", content: body ?? "" }} />
        </Suspense>
      );
    default:
      return (
        <>
          {subject !== undefined && (
            <p dir="auto" translate="no" className="font-semibold wrap-anywhere">
              {subject}
            </p>
          )}
          {body !== undefined &&
            (step.type === "email" ? (
              <MailFrame title={`Preview of ${step.name}`} html={body} />
            ) : (
              <p dir="auto" translate="no" className="whitespace-pre-wrap wrap-anywhere">
                {body}
              </p>
            ))}
        </>
      );
  }
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The framework of a bridge escapes all texts of an in-app step as HTML. */
const plain = (html: unknown): string => bodyText(parseBody(textIn(html) ?? ""));

function inboxMessage({
  subject,
  body,
  avatar,
  primaryAction,
  secondaryAction,
  redirect,
}: Outputs): PreviewOf<"in_app"> {
  const button = (type: "primary" | "secondary", action: unknown) =>
    isJsonObject(action) ? [{ type, content: plain(action.label) }] : [];
  const url = isJsonObject(redirect) ? textIn(redirect.url) : undefined;
  return {
    channel: "in_app",
    subject: plain(subject),
    content: textIn(body) ?? "",
    format: "html",
    ...(typeof avatar === "string" && { avatar }),
    cta: {
      ...(url !== undefined && { data: { url } }),
      action: { buttons: [...button("primary", primaryAction), ...button("secondary", secondaryAction)] },
    },
  };
}
