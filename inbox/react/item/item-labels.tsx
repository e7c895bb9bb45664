import type { Notification } from "../../core/types.ts";
import { useInboxContext } from "../context.ts";
import { Icon } from "../icons.tsx";
import { cameBack } from "../names.ts";
import { usePart } from "../part.ts";

export type ItemLabelsProps = { notification: Notification; until: (time: number) => string };

/** Says in words how important a notification is, and until when it is snoozed, or that it was. */
export function ItemLabels({ notification, until }: ItemLabelsProps) {
  const { texts } = useInboxContext();
  const part = usePart();
  const { severity, isSnoozed, snoozedUntil } = notification;
  const snoozed =
    isSnoozed && snoozedUntil !== undefined
      ? texts.snoozedUntil(until(Date.parse(snoozedUntil)))
      : isSnoozed || cameBack(notification)
        ? texts.snoozed
        : undefined;
  if (severity === "none" && snoozed === undefined) return null;
  return (
    <div {...part("labels")}>
      {severity !== "none" && (
        <span {...part("severity")} data-severity={severity}>
          {texts.severities[severity]}
        </span>
      )}
      {snoozed !== undefined && (
        <span {...part("snoozed")}>
          <Icon name="snooze" />
          <span>{snoozed}</span>
        </span>
      )}
    </div>
  );
}
