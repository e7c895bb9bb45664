import { lazy, Suspense } from "react";
import type { PreviewedMessage } from "#contract/workflows/step-preview.ts";
import { Skeleton } from "../feedback/skeleton.tsx";
import { EmailPreview } from "./email-preview.tsx";
import { InAppPreview } from "./in-app-preview.tsx";
import { PushPreview } from "./push-preview.tsx";
import { SmsPreview } from "./text-preview.tsx";

const ChatPreview = lazy(() => import("./chat-preview.tsx"));

interface MessagePreviewProps {
  message: PreviewedMessage;
  /** Of the step. */
  name: string;
  workflow: { _id: string; workflowId: string; name: string };
}

/** A message as its channel shows it. */
export function MessagePreview({ message, name, workflow }: MessagePreviewProps) {
  switch (message.channel) {
    case "email":
      return <EmailPreview message={message} />;
    case "in_app":
      return <InAppPreview message={message} workflow={workflow} />;
    case "push":
      return <PushPreview message={message} name={name} />;
    case "sms":
      return <SmsPreview message={message} />;
    case "chat":
      return (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <ChatPreview message={message} />
        </Suspense>
      );
  }
}
