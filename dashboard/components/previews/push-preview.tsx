import { Bell } from "lucide-react";
import type { PreviewOf } from "./preview-message.ts";
import { cutSentences } from "./push-lengths.ts";

/** A push message on the lock screen of a phone. Phones show four lines of it, and the rest when it is opened. */
export function PushPreview({ message: { title, content }, name }: { message: PreviewOf<"push">; name: string }) {
  const cuts = cutSentences({ title, body: content });
  return (
    <>
      <div className="mx-auto flex w-full max-w-xs flex-col gap-6 rounded-4xl border-4 border-outline bg-sunken px-3 pt-8 pb-20">
        <p aria-hidden="true" className="text-center text-4xl font-light tabular-nums">
          9:41
        </p>
        <article aria-label={name} className="flex gap-2.5 rounded-2xl border bg-raised p-3">
          <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
            <Bell className="size-4" aria-hidden="true" />
          </span>
          <div className="min-w-0 flex-1">
            <p className="flex gap-2 text-xs text-muted">
              <span className="flex-1">Your app</span>
              <span>now</span>
            </p>
            <p dir="auto" translate="no" className="line-clamp-1 font-semibold wrap-anywhere">
              {title}
            </p>
            <p dir="auto" translate="no" className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">
              {content}
            </p>
          </div>
        </article>
      </div>
      {cuts.length > 0 && (
        <ul className="text-xs text-warning">
          {cuts.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  );
}
