import { safeUrl } from "../../core/safe-url.ts";
import type { Button, Notification } from "../../core/types.ts";
import { type ItemActions, useInboxContext } from "../context.ts";
import { answerOf, isAnswer } from "../hooks/use-item-actions.ts";
import { Icon } from "../icons.tsx";
import { usePart } from "../part.ts";

export type ItemButtonsProps = { notification: Notification; actions: ItemActions; tabIndex: 0 | -1 };

/** A notification's buttons: links where they have an address. One that was pressed says so in its place. */
export function ItemButtons({ notification, actions, tabIndex }: ItemButtonsProps) {
  const { primaryAction, secondaryAction } = notification;
  const { texts } = useInboxContext();
  const part = usePart();
  if (primaryAction === undefined && secondaryAction === undefined) return null;
  const answer = answerOf(notification);

  const show = (type: Button, action = type === "primary" ? primaryAction : secondaryAction) => {
    // What was answered stands alone.
    if (action === undefined || (answer !== undefined && answer !== type && isAnswer(action))) return null;
    const { label, isCompleted, redirect } = action;
    const url = safeUrl(redirect?.url);
    const shared = { ...part("button"), "data-type": type, "data-done": isCompleted, tabIndex };
    const content = (
      <>
        {isCompleted && <Icon name="check" />}
        <span>{label}</span>
        {isCompleted && <span className="belfry-hidden">{`, ${texts.completed}`}</span>}
      </>
    );
    if (url === undefined)
      return (
        <button
          type="button"
          {...shared}
          aria-disabled={isCompleted}
          onClick={() => isCompleted || actions.press(type)}
        >
          {content}
        </button>
      );
    return (
      <a
        {...shared}
        href={url}
        target={redirect?.target}
        rel="noopener"
        onClick={(event) => actions.press(type, event)}
      >
        {content}
      </a>
    );
  };
  return (
    <div {...part("buttons")}>
      {show("primary")}
      {show("secondary")}
    </div>
  );
}
