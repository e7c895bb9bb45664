import { useInboxContext } from "./context.ts";
import { Icon } from "./icons.tsx";

export type FeedHeaderProps = {
  titleId: string;
  /** False when there is nothing left to mark. */
  canMarkAll: boolean;
  onMarkAll: () => void;
  /** When given, a button closes the surface the feed is on. */
  onClose?: (() => void) | undefined;
};

export function FeedHeader({ titleId, canMarkAll, onMarkAll, onClose }: FeedHeaderProps) {
  const { texts } = useInboxContext();
  return (
    <div className="belfry-header">
      <h2 id={titleId} className="belfry-title" tabIndex={-1}>
        {texts.title}
      </h2>
      {/* Stays focusable when it has done its work: focus must not fall off a button that was just pressed. */}
      <button
        type="button"
        className="belfry-text-button"
        aria-disabled={!canMarkAll}
        onClick={() => {
          if (canMarkAll) onMarkAll();
        }}
      >
        <Icon name="checkAll" size={16} />
        {texts.markAllAsRead}
      </button>
      {onClose && (
        <button type="button" className="belfry-icon-button" aria-label={texts.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
