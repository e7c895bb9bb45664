import { useState } from "react";
import { DateField } from "#dashboard/components/controls/date-field.tsx";
import { DateTimeField } from "#dashboard/components/controls/date-time-field.tsx";
import { type Duration, DurationInput } from "#dashboard/components/controls/duration-input.tsx";
import { TimeZonePicker } from "#dashboard/components/controls/time-zone-picker.tsx";
import { useTexts } from "./sample-texts.ts";
import { Section, Specimen } from "./section.tsx";

export function DateSection() {
  const { label, hint, error } = useTexts();
  const issue = { type: "server", message: error };
  const [duration, setDuration] = useState<Duration>({ amount: 30, unit: "minutes" });
  const [day, setDay] = useState<string | null>("2026-03-29");
  const [moment, setMoment] = useState<string | null>("2026-03-29T07:00:00.000Z");
  const [zone, setZone] = useState<string | null>("Europe/Berlin");
  const zoned = { zone: zone ?? "UTC", value: moment, onChange: setMoment };
  return (
    <Section id="dates">
      <Specimen name="Duration">
        <DurationInput label={label} hint={hint} value={duration} onChange={setDuration} />
        <DurationInput label={label} error={issue} value={{ amount: null, unit: "days" }} onChange={setDuration} />
        <DurationInput label={`${label}, disabled`} disabled value={duration} onChange={setDuration} />
        <DurationInput label={`${label}, read only`} readOnly value={duration} onChange={setDuration} />
      </Specimen>
      <Specimen name="Date">
        <DateField label="Day" hint={hint} value={day} onChange={setDay} />
        <DateField label={`${label}, none`} value={null} onChange={setDay} />
        <DateField label={label} error={issue} value={day} onChange={setDay} />
        <DateField label={`${label}, disabled`} disabled value={day} onChange={setDay} />
        <DateField label={`${label}, read only`} readOnly value={day} onChange={setDay} />
      </Specimen>
      <Specimen name="Date and time in a zone">
        <DateTimeField label="Moment" hint={hint} {...zoned} />
        <DateTimeField label={`${label}, none`} zone={zoned.zone} value={null} onChange={setMoment} />
        <DateTimeField label={label} error={issue} {...zoned} />
        <DateTimeField label={`${label}, disabled`} disabled {...zoned} />
        <DateTimeField label={`${label}, read only`} readOnly {...zoned} />
        <TimeZonePicker label="Time zone" value={zone} onChange={setZone} />
      </Specimen>
    </Section>
  );
}
