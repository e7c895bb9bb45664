import type { ReactNode } from "react";
import type { View } from "../../core/types.ts";
import { useInboxContext } from "../context.ts";
import { EmptyPicture, ErrorPicture, OfflinePicture } from "../item/pictures.tsx";
import { usePart } from "../part.ts";

const SKELETON_ROWS = ["a", "b", "c", "d", "e"];

/** Placeholder rows while the list loads. The style sheet shows them after a delay, so that a quick answer does not flash. */
export function FeedSkeleton() {
  const { texts, renderers } = useInboxContext();
  const part = usePart();
  return (
    <div {...part("skeleton")} role="status" aria-label={texts.loading}>
      {renderers.renderLoading?.() ??
        SKELETON_ROWS.map((row) => (
          <div key={row} className="belfry-skeleton-row" aria-hidden="true">
            <span className="belfry-bone" />
            <span className="belfry-bone" />
            <span className="belfry-bone" />
          </div>
        ))}
    </div>
  );
}

export function FeedEmpty({ view }: { view: View }) {
  const { texts, renderers } = useInboxContext();
  return (
    renderers.renderEmpty?.({ view }) ?? (
      <Notice part="empty" picture={<EmptyPicture view={view} />} {...texts.empty[view]} />
    )
  );
}

export function FeedError({ offline, onRetry }: { offline: boolean; onRetry: () => void }) {
  const { texts, renderers } = useInboxContext();
  return (
    renderers.renderError?.({ retry: onRetry, offline }) ?? (
      <Failure offline={offline} onRetry={onRetry} {...(offline ? texts.offline : texts.error)} />
    )
  );
}

type FailureProps = { offline: boolean; title: string; hint: string; onRetry?: (() => void) | undefined };

/** Says that something could not be loaded, with a button that tries again where that can help. */
export function Failure({ offline, title, hint, onRetry }: FailureProps) {
  const { texts } = useInboxContext();
  const part = usePart();
  return (
    <Notice part="error" picture={offline ? <OfflinePicture /> : <ErrorPicture />} title={title} hint={hint}>
      {onRetry && (
        <button type="button" {...part("button")} onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
    </Notice>
  );
}

export type NoticeProps = {
  part: "empty" | "error";
  picture?: ReactNode;
  title: string;
  hint: string;
  children?: ReactNode;
};

/** A title and a sentence in the middle of what is empty, or could not be loaded. */
export function Notice({ part: name, picture, title, hint, children }: NoticeProps) {
  const part = usePart();
  return (
    <div {...part(name)}>
      {picture}
      <p className="belfry-notice-title">{title}</p>
      <p>{hint}</p>
      {children}
    </div>
  );
}

/** A notice above the list, which stays usable. */
export function FeedStrip({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  const { texts } = useInboxContext();
  const part = usePart();
  return (
    <div {...part("strip")}>
      <span>{text}</span>
      {onRetry && (
        <button type="button" {...part("text-button")} onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}
