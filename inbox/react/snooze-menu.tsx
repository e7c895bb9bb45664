import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { momentText } from "../core/relative-time.ts";
import { useInboxContext } from "./context.ts";
import { Floating } from "./floating.tsx";
import { useInbox } from "./hooks.ts";
import { Menu } from "./menu.tsx";
import { usePart } from "./part.ts";
import { localText, snoozeIssue, snoozeTimes } from "./snooze-times.ts";

export type SnoozeMenuProps = {
  anchor: RefObject<HTMLElement | null>;
  onSnooze: (until: Date) => void;
  onClose: () => void;
};

/** The moments until which an item can be snoozed, and a field for any other. */
export function SnoozeMenu(props: SnoozeMenuProps) {
  const { texts } = useInboxContext();
  const { maxSnoozeDurationHours: maxHours } = useInbox();
  const [now] = useState(() => Date.now());
  const [custom, setCustom] = useState(false);
  if (custom) return <CustomTime {...props} now={now} maxHours={maxHours} />;

  const { title, ...labels } = texts.snoozeMenu;
  return (
    <Menu
      label={title}
      title={title}
      anchor={props.anchor}
      onClose={props.onClose}
      entries={[
        ...snoozeTimes(now, maxHours).map(({ name, until }) => ({
          name,
          label: labels[name],
          hint: momentText(until.getTime(), now, texts.locale),
          run: () => props.onSnooze(until),
        })),
        { name: "custom", label: `${labels.custom}…`, stays: true, run: () => setCustom(true) },
      ]}
    />
  );
}

function CustomTime({ anchor, onSnooze, onClose, now, maxHours }: SnoozeMenuProps & { now: number; maxHours: number }) {
  const { snoozeMenu: labels, locale } = useInboxContext().texts;
  const part = usePart();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [issue, setIssue] = useState<ReturnType<typeof snoozeIssue>>();
  useEffect(() => input.current?.focus(), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const until = new Date(input.current?.value ?? "");
    const found = snoozeIssue(until.getTime(), Date.now(), maxHours);
    setIssue(found);
    if (found !== undefined) {
      input.current?.focus();
      return;
    }
    onClose();
    onSnooze(until);
  }

  return (
    <Floating {...part("menu")} role="dialog" aria-label={labels.title} anchor={anchor} onClose={onClose}>
      <form {...part("snooze-form")} noValidate onSubmit={onSubmit}>
        <label htmlFor={id}>{labels.date}</label>
        <input
          ref={input}
          id={id}
          type="datetime-local"
          defaultValue={localText(snoozeTimes(now, maxHours).at(-1)?.until.getTime() ?? now)}
          min={localText(now)}
          max={localText(now + maxHours * 3_600_000)}
          aria-invalid={issue !== undefined}
          aria-describedby={`${id}-issue`}
        />
        <p id={`${id}-issue`} className="belfry-issue" role="alert">
          {issue === "tooFar"
            ? labels.tooFar(momentText(now + maxHours * 3_600_000, now, locale))
            : issue && labels[issue]}
        </p>
        <div className="belfry-form-buttons">
          <button type="button" {...part("button")} onClick={onClose}>
            {labels.cancel}
          </button>
          <button type="submit" {...part("button")} data-type="primary">
            {labels.save}
          </button>
        </div>
      </form>
    </Floating>
  );
}
