import { type ReactNode, useEffect, useId, useRef } from "react";
import type { PreferenceChange } from "../core/types.ts";
import { useInboxContext } from "./context.ts";
import { Failure, FeedStrip } from "./feed/feed-states.tsx";
import type { Grouping } from "./group-preferences.ts";
import { useTransient } from "./hooks/use-transient.ts";
import { useInbox, usePreferences } from "./hooks.ts";
import { IconButton } from "./icon-button.tsx";
import { usePart } from "./part.ts";
import { Choices } from "./preference-choices.tsx";

export type PreferencesProps = Grouping & {
  /** Shows a button that leads back; then the heading is focused when the panel appears. */
  onBack?: (() => void) | undefined;
  /** False shows the workflows alone, without the choice for all of them and the hours. */
  global?: boolean | undefined;
  /** The id of the heading, for a dialog that is labelled by it. */
  titleId?: string | undefined;
};

/** Milliseconds for which the notice about a failed change is shown. */
const NOTICE_MS = 6_000;

/** Which notifications a subscriber receives, on which channels and when. Every change is saved at once. */
export function Preferences({ onBack, titleId, global: isGlobal = true, ...grouping }: PreferencesProps) {
  const { texts } = useInboxContext();
  const { status: session } = useInbox();
  const { status, global, workflows, load, change } = usePreferences();
  const part = usePart();
  const ownTitleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [notSaved, showNotSaved] = useTransient(NOTICE_MS);
  const again = useRef(() => {});
  const hasBack = onBack !== undefined;
  const failed = status === "offline" || status === "error";

  useEffect(() => {
    if (hasBack) title.current?.focus();
  }, [hasBack]);

  useEffect(() => {
    if (!failed) return;
    const retry = () => void load();
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [failed, load]);

  // A refused session is reported to the developer. The subscriber could choose nothing.
  if (session === "error") return null;

  const save = async (workflowId: string | undefined, changes: PreferenceChange) => {
    if (await change(workflowId, changes)) return;
    again.current = () => void save(workflowId, changes);
    showNotSaved();
  };

  let content: ReactNode;
  if (global !== null)
    content = <Choices global={global} workflows={workflows} grouping={grouping} isGlobal={isGlobal} onChange={save} />;
  else if (failed) content = <NotLoaded offline={status === "offline"} onRetry={() => void load()} />;
  else if (session === "offline") content = <NotLoaded offline={!navigator.onLine} />;
  else content = <Skeleton />;

  return (
    <section {...part("preferences")} aria-labelledby={titleId ?? ownTitleId}>
      <header {...part("preferences-header")}>
        {onBack && <IconButton icon="back" label={texts.back} onClick={onBack} />}
        <h2 ref={title} id={titleId ?? ownTitleId} tabIndex={-1}>
          {texts.preferences.title}
        </h2>
      </header>
      {/* Always there, so that screen readers notice what appears in it. */}
      <div role="status">
        {notSaved && <FeedStrip text={texts.notSaved} onRetry={() => again.current()} />}
        {!notSaved && failed && global !== null && (
          <FeedStrip
            text={status === "offline" ? texts.offline.title : texts.outdatedStrip}
            onRetry={() => void load()}
          />
        )}
      </div>
      <div className="belfry-preferences-scroller" aria-busy={global === null && !failed}>
        {content}
      </div>
    </section>
  );
}

function NotLoaded({ offline, onRetry }: { offline: boolean; onRetry?: (() => void) | undefined }) {
  const { texts } = useInboxContext();
  return (
    <div role="status">
      <Failure
        offline={offline}
        title={offline ? texts.offline.title : texts.preferences.error}
        hint={offline ? texts.preferences.offline : texts.error.hint}
        onRetry={onRetry}
      />
    </div>
  );
}

/** In the layout of what is to come. */
function Skeleton() {
  const { texts } = useInboxContext();
  return (
    <div className="belfry-preferences-skeleton" role="status" aria-label={texts.preferences.loading}>
      {Array.from({ length: 7 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
        <span key={index} className="belfry-preferences-skeleton-row" />
      ))}
    </div>
  );
}
