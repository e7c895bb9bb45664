import { useId, useState } from "react";
import type { Schedule, WeekDay } from "../core/types.ts";
import { useInboxContext } from "./context.ts";
import {
  dayName,
  daysOf,
  endsNextDay,
  nextSpan,
  type Span,
  spanLabel,
  timeLabel,
  timesWith,
  type Week,
  WORKING_HOURS,
  WORKING_WEEK,
} from "./hours.ts";
import { IconButton } from "./icon-button.tsx";
import { joined } from "./names.ts";
import { usePart } from "./part.ts";
import { SwitchRow } from "./switch-row.tsx";

export type ScheduleEditorProps = {
  /** Undefined for a subscriber who never chose hours. */
  schedule: Schedule | undefined;
  onChange: (schedule: Schedule) => void;
};

/** The hours in which messages outside the inbox arrive. Every change is passed on at once, with the whole week. */
export function ScheduleEditor({ schedule, onChange }: ScheduleEditorProps) {
  const { schedule: texts } = useInboxContext().texts.preferences;
  const { locale } = useInboxContext().texts;
  const part = usePart();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isOn = schedule?.isEnabled ?? false;
  // Hours that are switched on without days hold nothing back: then every day is open.
  const week = schedule?.weeklySchedule ?? (isOn ? EVERY_DAY : WORKING_WEEK);
  const days = daysOf(locale);
  const open = days.filter((day) => week[day]?.isEnabled);

  const changeDays = (changed: Week) => onChange({ isEnabled: isOn, weeklySchedule: { ...week, ...changed } });

  return (
    <section {...part("schedule")} aria-label={texts.title}>
      <SwitchRow
        label={texts.title}
        hint={texts.hint}
        checked={isOn}
        onChange={(isEnabled) => onChange({ isEnabled, weeklySchedule: week })}
      />
      {isOn && (
        <>
          {open.length === 0 && (
            <p role="status" className="belfry-schedule-warning">
              {texts.neverOpen}
            </p>
          )}
          <div className="belfry-schedule-week">
            <span>
              {summariesOf(week, days, locale, texts).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
            <button
              type="button"
              {...part("text-button")}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              {texts.change}
            </button>
          </div>
          <ul id={id} className="belfry-schedule-days" hidden={!isOpen}>
            {(isOpen ? days : []).map((day) => (
              <DayHours
                key={day}
                day={day}
                isOpen={week[day]?.isEnabled ?? false}
                spans={week[day]?.hours ?? []}
                onChange={(isEnabled, hours) => changeDays({ [day]: { isEnabled, hours } })}
                onCopy={
                  open.length > 1
                    ? (hours) => changeDays(Object.fromEntries(open.map((one) => [one, { isEnabled: true, hours }])))
                    : undefined
                }
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** "Monday – Friday 9:00 AM – 5:00 PM": a line for each row of days with the same hours, without those that are off. */
function summariesOf(week: Week, days: readonly WeekDay[], locale: string, { allDay }: { allDay: string }): string[] {
  const rows: { from: WeekDay; to: WeekDay; hours: string; at: number }[] = [];
  for (const [at, day] of days.entries()) {
    const { isEnabled, hours } = week[day] ?? {};
    if (!isEnabled) continue;
    const text = hours?.length
      ? joined(
          hours.map((span) => spanLabel(span, locale)),
          locale,
        )
      : allDay;
    const last = rows.at(-1);
    if (last?.hours === text && last.at === at - 1) Object.assign(last, { to: day, at });
    else rows.push({ from: day, to: day, hours: text, at });
  }
  return rows.map(({ from, to, hours }) =>
    [from === to ? dayName(from, locale) : `${dayName(from, locale)} – ${dayName(to, locale)}`, hours].join(" "),
  );
}

const EVERY_DAY: Week = Object.fromEntries(
  daysOf("en").map((day): [WeekDay, { isEnabled: boolean }] => [day, { isEnabled: true }]),
);

type DayHoursProps = {
  day: WeekDay;
  isOpen: boolean;
  /** None for a day that is open all day. */
  spans: readonly Span[];
  onChange: (isOpen: boolean, spans: Span[]) => void;
  /** Gives the hours to all open days; undefined where there is no other. */
  onCopy: ((spans: Span[]) => void) | undefined;
};

function DayHours({ day, isOpen, spans, onChange, onCopy }: DayHoursProps) {
  const { schedule: texts } = useInboxContext().texts.preferences;
  const { locale } = useInboxContext().texts;
  const part = usePart();
  const name = dayName(day, locale);

  const replace = (at: number, span: Span) => onChange(true, spans.with(at, span));
  const add = (
    <IconButton
      icon="plus"
      label={joined([texts.addHours, name], locale)}
      data-tip={texts.addHours}
      onClick={() => onChange(true, [...spans, nextSpan(spans)])}
    />
  );

  return (
    <li {...part("schedule-day")} aria-label={name}>
      <SwitchRow
        label={name}
        hint={isOpen ? undefined : texts.closed}
        checked={isOpen}
        onChange={(checked) => onChange(checked, checked && spans.length === 0 ? [WORKING_HOURS] : [...spans])}
      />
      {isOpen && spans.length === 0 && (
        <div className="belfry-hours">
          <span className="belfry-hours-words">{texts.allDay}</span>
          {add}
        </div>
      )}
      {isOpen &&
        spans.map((span, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two spans may be the same.
          <fieldset key={index} className="belfry-hours" aria-label={joined([name, spanLabel(span, locale)], locale)}>
            <span className="belfry-hours-times">
              <TimeSelect
                label={texts.from}
                value={span.start}
                onChange={(start) => replace(index, { ...span, start })}
              />
              <span aria-hidden="true">–</span>
              <TimeSelect label={texts.to} value={span.end} onChange={(end) => replace(index, { ...span, end })} />
            </span>
            <span className="belfry-hours-buttons">
              <IconButton
                icon="close"
                label={joined([texts.removeHours, name, spanLabel(span, locale)], locale)}
                data-tip={texts.removeHours}
                onClick={() => onChange(true, spans.toSpliced(index, 1))}
              />
              {index === 0 && onCopy && (
                <IconButton
                  icon="copy"
                  label={joined([texts.copyHours, name], locale)}
                  data-tip={texts.copyHours}
                  onClick={() => onCopy([...spans])}
                />
              )}
              {index === spans.length - 1 && add}
            </span>
            {endsNextDay(span) && <span className="belfry-hours-note">{texts.nextDay}</span>}
          </fieldset>
        ))}
    </li>
  );
}

function TimeSelect({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  const { locale } = useInboxContext().texts;
  const part = usePart();
  const times = timesWith(value);
  return (
    <select
      {...part("time-select")}
      aria-label={label}
      value={times.find((time) => time === value) ?? value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {times.map((time) => (
        <option key={time} value={time}>
          {timeLabel(time, locale)}
        </option>
      ))}
    </select>
  );
}
