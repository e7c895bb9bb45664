import { useState } from "react";
import { Combobox } from "#dashboard/components/controls/combobox.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { TagInput } from "#dashboard/components/controls/tag-input.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { useTexts } from "./sample-texts.ts";
import { Section, Specimen } from "./section.tsx";

export function TextSection() {
  const { label, hint, error, value, options, sentence } = useTexts();
  const issue = { type: "server", message: error };
  const [search, setSearch] = useState("");
  const [number, setNumber] = useState<number | null>(25);
  const [price, setPrice] = useState<number | null>(12.5);
  const [event, setEvent] = useState("");
  const [tags, setTags] = useState<string[]>(["billing", value]);
  const suggestions = options.map((text) => ({ text, description: hint }));
  return (
    <Section id="texts">
      <Specimen name="Text">
        <Field label={label} hint={hint}>
          {(control) => <Input {...control} defaultValue={value} />}
        </Field>
        <Field label={label} error={issue}>
          {(control) => <Input {...control} defaultValue={value} />}
        </Field>
        <Field label={`${label}, disabled`}>{(control) => <Input {...control} disabled defaultValue={value} />}</Field>
        <Field label={`${label}, read only`}>{(control) => <Input {...control} readOnly defaultValue={value} />}</Field>
        <SearchField label="Search workflows" value={search} onSearch={setSearch} />
      </Specimen>
      <Specimen name="Text of several lines">
        <Field label={label} hint={hint}>
          {(control) => <TextArea {...control} defaultValue={sentence} />}
        </Field>
        <Field label={label} error={issue}>
          {(control) => <TextArea {...control} defaultValue={sentence} />}
        </Field>
        <Field label={`${label}, disabled`}>
          {(control) => <TextArea {...control} disabled defaultValue={sentence} />}
        </Field>
        <Field label={`${label}, read only`}>
          {(control) => <TextArea {...control} readOnly defaultValue={sentence} />}
        </Field>
      </Specimen>
      <Specimen name="Number">
        <NumberInput label={label} hint={hint} value={number} onChange={setNumber} min={1} max={100} unit="days" />
        <NumberInput label={`${label}, decimals`} value={price} onChange={setPrice} decimals={2} step={0.5} />
        <NumberInput label={label} error={issue} value={400} onChange={() => undefined} />
        <NumberInput label={`${label}, disabled`} disabled value={25} onChange={() => undefined} />
        <NumberInput label={`${label}, read only`} readOnly value={25} onChange={() => undefined} unit="days" />
      </Specimen>
      <Specimen name="Free text with suggestions">
        <Combobox
          label="Event, free"
          hint={hint}
          value={event}
          onChange={setEvent}
          suggestions={suggestions}
          placeholder="order-shipped"
        />
        <Combobox label={label} error={issue} value={value} onChange={() => undefined} suggestions={suggestions} />
        <Combobox label={`${label}, disabled`} disabled value={value} onChange={() => undefined} suggestions={[]} />
        <Combobox label={`${label}, read only`} readOnly value={value} onChange={() => undefined} suggestions={[]} />
      </Specimen>
      <Specimen name="Tags">
        <TagInput label={label} hint={hint} value={tags} onChange={setTags} />
        <TagInput label={`${label}, none`} value={[]} onChange={() => undefined} />
        <TagInput label={label} error={issue} value={tags} onChange={setTags} />
        <TagInput label={`${label}, disabled`} disabled value={tags} onChange={setTags} />
        <TagInput label={`${label}, read only`} readOnly value={tags} onChange={setTags} />
      </Specimen>
    </Section>
  );
}
