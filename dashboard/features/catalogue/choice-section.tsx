import { Bell, Mail, MessageSquare } from "lucide-react";
import { useState } from "react";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { ChoiceCards } from "#dashboard/components/controls/choice-cards.tsx";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import type { PickerItem, PickerSearch } from "#dashboard/components/controls/picker-results.tsx";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { ToggleChoices } from "#dashboard/components/controls/toggle-choices.tsx";
import { useTexts } from "./sample-texts.ts";
import { Section, Specimen } from "./section.tsx";

type Channel = "email" | "sms" | "in_app";
const PAGE = 20;

/** Subscribers as a server would find them, a page at a time. */
const searchSubscribers: PickerSearch = async ({ text, after, signal }) => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  signal.throwIfAborted();
  const all = Array.from({ length: 60 }, (_, index) => ({
    id: `subscriber-${index}`,
    text: `Subscriber ${index + 1}`,
    description: `subscriber-${index + 1}@example.com`,
  }));
  const matching = all.filter((item) => item.text.toLowerCase().includes(text.toLowerCase()));
  const from = Number(after ?? 0);
  const next = from + PAGE < matching.length ? String(from + PAGE) : undefined;
  return { items: matching.slice(from, from + PAGE), next };
};

const failingSearch: PickerSearch = () => Promise.reject(new Error("Subscribers could not be read"));

export function ChoiceSection() {
  const { label, hint, error, options, sentence, value } = useTexts();
  const issue = { type: "server", message: error };
  const [channel, setChannel] = useState<Channel | null>("email");
  const [period, setPeriod] = useState("24h");
  const [card, setCard] = useState("time");
  const [days, setDays] = useState(["monday"]);
  const [subscriber, setSubscriber] = useState<PickerItem | null>(null);
  const [checked, setChecked] = useState(true);
  const channels = [
    { id: "email" as const, text: options[0], icon: <Mail className="size-4 shrink-0" aria-hidden="true" /> },
    { id: "sms" as const, text: options[1], icon: <MessageSquare className="size-4 shrink-0" aria-hidden="true" /> },
    {
      id: "in_app" as const,
      text: options[2],
      description: sentence,
      icon: <Bell className="size-4 shrink-0" aria-hidden="true" />,
    },
  ];
  const select = { options: channels, onChange: setChannel };
  const picker = { search: searchSubscribers, queryKey: ["catalogue"], onChange: setSubscriber };
  return (
    <Section id="choices">
      <Specimen name="Select">
        <Select label="Channel, to choose" hint={hint} value={channel} {...select} />
        <Select label={`${label}, none`} value={null} {...select} />
        <Select label={label} error={issue} value={channel} {...select} />
        <Select label={`${label}, disabled`} disabled value={channel} {...select} />
        <Select label={`${label}, read only`} readOnly value={channel} {...select} />
      </Specimen>
      <Specimen name="Picker: searched on the server">
        <Picker label="Subscriber" hint={hint} clearable value={subscriber} {...picker} />
        <Picker label={label} error={issue} value={{ id: "one", text: value }} {...picker} />
        <Picker label="Subscriber, failing" value={null} {...picker} queryKey={["failing"]} search={failingSearch} />
        <Picker label={`${label}, disabled`} disabled value={{ id: "one", text: value }} {...picker} />
        <Picker label={`${label}, read only`} readOnly value={{ id: "one", text: value }} {...picker} />
      </Specimen>
      <Specimen name="Checkbox">
        <Checkbox label={label} hint={hint} checked={checked} onChange={setChecked} />
        <Checkbox label={`${label}, off`} checked={false} onChange={() => undefined} />
        <Checkbox label={`${label}, some`} indeterminate checked={false} onChange={() => undefined} />
        <Checkbox label={label} error={issue} checked={false} onChange={() => undefined} />
        <Checkbox label={`${label}, disabled`} disabled checked onChange={() => undefined} />
        <Checkbox label={`${label}, read only`} readOnly checked onChange={() => undefined} />
      </Specimen>
      <Specimen name="Radio group">
        <RadioGroup label={label} hint={hint} value={channel} {...select} />
        <RadioGroup label={label} error={issue} value={null} {...select} />
        <RadioGroup label={`${label}, disabled`} disabled value={channel} {...select} />
        <RadioGroup label={`${label}, read only`} readOnly value={channel} {...select} />
      </Specimen>
      <Specimen name="Choice cards" wide>
        <ChoiceCards label={label} hint={hint} value={card} options={CARDS} onChange={setCard} />
        <ChoiceCards
          label={`${label}, read only`}
          error={issue}
          readOnly
          value={card}
          options={CARDS}
          onChange={setCard}
        />
      </Specimen>
      <Specimen name="Toggle choices" wide>
        <ToggleChoices label={label} hint={hint} value={days} options={DAYS} onChange={setDays} />
        <ToggleChoices label={label} error={issue} calendar value={[]} options={DAYS} onChange={setDays} />
        <ToggleChoices label={`${label}, read only`} readOnly value={days} options={DAYS} onChange={setDays} />
      </Specimen>
      <Specimen name="Segmented" wide>
        <Segmented label="Period" value={period} options={PERIODS} onChange={setPeriod} />
        <Segmented label="Period, disabled" disabled value={period} options={PERIODS} onChange={setPeriod} />
        <Segmented
          label="Channel of the preview"
          value={channel ?? "email"}
          options={channels.map(({ id, text, icon }) => ({ id, text, icon }))}
          onChange={setChannel}
        />
      </Specimen>
    </Section>
  );
}

const CARDS = [
  { id: "time", text: "For a time", description: "From the first event on" },
  { id: "moment", text: "Until a moment", description: "The event says when it ends" },
];

const DAYS = [
  { id: "monday", text: "Mo", name: "Monday" },
  { id: "tuesday", text: "Tu", name: "Tuesday" },
  { id: "wednesday", text: "We", name: "Wednesday" },
];

const PERIODS = [
  { id: "24h", text: "24 hours" },
  { id: "7d", text: "7 days" },
  { id: "30d", text: "30 days" },
];
