import type { ReactNode } from "react";
import { useInboxContext } from "./context.ts";
import { Icon } from "./icons.tsx";

const SKELETON_ROWS = ["a", "b", "c", "d", "e"];

/** Placeholder rows while the list loads. The style sheet shows them after a delay, so that a quick answer does not flash. */
export function FeedSkeleton() {
  const { texts } = useInboxContext();
  return (
    <div className="belfry-skeleton" role="status" aria-label={texts.loading}>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="belfry-skeleton-row" aria-hidden="true">
          <span className="belfry-skeleton-bar belfry-avatar" />
          <span className="belfry-skeleton-lines">
            <span className="belfry-skeleton-bar" />
            <span className="belfry-skeleton-bar" />
            <span className="belfry-skeleton-bar" />
          </span>
        </div>
      ))}
    </div>
  );
}

export function FeedEmpty() {
  const { texts } = useInboxContext();
  return (
    <Notice icon={<Icon name="bell" size={28} />} title={texts.emptyTitle}>
      <p>{texts.emptyHint}</p>
    </Notice>
  );
}

export function FeedError({ onRetry }: { onRetry: () => void }) {
  const { texts } = useInboxContext();
  return (
    <Notice icon={<Icon name="warning" size={28} />} title={texts.errorTitle}>
      <button type="button" className="belfry-button" onClick={onRetry}>
        {texts.tryAgain}
      </button>
    </Notice>
  );
}

function Notice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="belfry-notice">
      <span className="belfry-notice-icon">{icon}</span>
      <p className="belfry-notice-title">{title}</p>
      {children}
    </div>
  );
}

/** A notice above the list, which stays usable. */
export function FeedStrip({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const { texts } = useInboxContext();
  return (
    <div className="belfry-strip" role="status">
      <span>{text}</span>
      {onRetry && (
        <button type="button" className="belfry-text-button" onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}
