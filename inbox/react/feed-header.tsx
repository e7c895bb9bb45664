import { useInboxContext } from "./context.ts";
import { Icon } from "./icons.tsx";

export type FeedHeaderProps = {
  titleId: string;
  /** False when every message is read. */
  canMarkAll: boolean;
  onMarkAll: () => void;
  /** Shows a close button when given. */
  onClose?: (() => void) | undefined;
};

export function FeedHeader({ titleId, canMarkAll, onMarkAll, onClose }: FeedHeaderProps) {
  const { texts } = useInboxContext();
  return (
    <div className="belfry-header">
      <h2 id={titleId} className="belfry-title" tabIndex={-1}>
        {texts.title}
      </h2>
      {/* Not `disabled`: the button was just pressed, and a disabled one would lose the focus. */}
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
