import type { Node } from "@tiptap/pm/model";
import type { ComponentProps } from "react";
import type { Schema } from "#contract/constants/values/schema-path.ts";
import { CodeField } from "#dashboard/components/code/code-field.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { shownText } from "./object-nodes.ts";

/** The block that fields change, with the variables of its place. */
export interface BlockForm {
  node: Node;
  set: (attrs: Readonly<Record<string, unknown>>) => void;
  /** Sets the widths of columns, in percent; null for those that share what is left. */
  setWidths: (widths: readonly (number | null)[]) => void;
  schema: Schema | undefined;
  seen: Schema | undefined;
  readOnly: boolean;
  onUndo: () => void;
  onRedo: () => void;
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const numberOf = (value: unknown): number | null => {
  const number = typeof value === "string" ? Number.parseInt(value, 10) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};
export const orNull = (text: string): string | null => (text === "" ? null : text);

interface TemplateProps {
  form: BlockForm;
  label: string;
  /** The attribute of the block, and the one that says that it is the name of a variable. */
  name: string;
  variableName?: string;
  placeholder?: string;
  html?: boolean;
}

export function Template({ form, label, name, variableName, placeholder = "", html = false }: TemplateProps) {
  const { node, set, schema, seen, readOnly, onUndo, onRedo } = form;
  return (
    <CodeField
      label={label}
      language={html ? "liquid-html" : "liquid-text"}
      multiline={html}
      variables={schema}
      seen={seen}
      readOnly={readOnly}
      placeholder={placeholder}
      value={shownText(node.attrs[name], variableName && node.attrs[variableName])}
      onChange={(text) => set({ [name]: text, ...(variableName && { [variableName]: null }) })}
      onUndo={onUndo}
      onRedo={onRedo}
    />
  );
}

interface VariableNameProps {
  form: Pick<BlockForm, "schema" | "seen" | "readOnly" | "onUndo" | "onRedo">;
  label: string;
  hint?: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}

/** The name of a variable, without braces. What is wrong with it is said below the settings. */
export function VariableName({ form: { schema, seen, readOnly, onUndo, onRedo }, ...field }: VariableNameProps) {
  return (
    <CodeField
      {...field}
      language="variable-name"
      variables={schema}
      seen={seen}
      readOnly={readOnly}
      onUndo={onUndo}
      onRedo={onRedo}
    />
  );
}

/** A choice whose label is seen. */
function LabelledChoice(props: ComponentProps<typeof Segmented<string>>) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden="true" className="font-medium">
        {props.label}
      </span>
      <Segmented {...props} />
    </div>
  );
}

export function Alignment({ form: { node, set, readOnly }, name }: { form: BlockForm; name: string }) {
  return (
    <LabelledChoice
      label="Alignment"
      disabled={readOnly}
      value={textOf(node.attrs[name]) || "left"}
      options={[
        { id: "left", text: "Left" },
        { id: "center", text: "Centre" },
        { id: "right", text: "Right" },
      ]}
      onChange={(value) => set({ [name]: value === "left" ? null : value })}
    />
  );
}

interface ColourProps {
  form: BlockForm;
  label: string;
  name: string;
  otherwise: string;
}

export function Colour({ form: { node, set, readOnly }, label, name, otherwise }: ColourProps) {
  const value = textOf(node.attrs[name]);
  return (
    <Field label={label}>
      {(control) => (
        <span className="flex items-center gap-2">
          <input
            type="color"
            aria-label={`${label}, chosen from a palette`}
            className="size-8 shrink-0 rounded-md border border-outline bg-raised p-1"
            disabled={readOnly}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : otherwise}
            onChange={(event) => set({ [name]: event.target.value })}
          />
          <Input
            {...control}
            className="font-mono"
            spellCheck={false}
            readOnly={readOnly}
            placeholder={otherwise}
            value={value}
            onChange={(event) => set({ [name]: orNull(event.target.value) })}
          />
        </span>
      )}
    </Field>
  );
}

const WIDTHS = [
  { id: "equal", text: "Equal", widths: [null, null] },
  { id: "first", text: "First wider", widths: [67, 33] },
  { id: "second", text: "Second wider", widths: [33, 67] },
] as const;

/** The widths of two columns. More of them are of one width. */
export function Widths({ form: { node, setWidths, readOnly } }: { form: BlockForm }) {
  if (node.childCount !== 2) return null;
  const given = [0, 1].map((index) => numberOf(node.child(index).attrs.width));
  const known = WIDTHS.find(({ widths }) => widths.every((width, index) => width === given[index]));
  return (
    <LabelledChoice
      label="Widths"
      disabled={readOnly}
      value={known?.id ?? "other"}
      options={known ? WIDTHS : [...WIDTHS, { id: "other", text: "As given" }]}
      onChange={(id) => setWidths(WIDTHS.find((each) => each.id === id)?.widths ?? [])}
    />
  );
}
