import type { Node } from "@tiptap/pm/model";
import type { Schema } from "#contract/constants/values/schema-path.ts";
import { CodeField } from "#dashboard/components/code/code-field.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";
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

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number | null => {
  const number = typeof value === "string" ? Number.parseInt(value, 10) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};
const orNull = (text: string): string | null => (text === "" ? null : text);

interface TemplateProps {
  form: BlockForm;
  label: string;
  /** The attribute of the block, and the one that says that it is the name of a variable. */
  name: string;
  variableName?: string;
  placeholder?: string;
  html?: boolean;
}

function Template({ form, label, name, variableName, placeholder = "", html = false }: TemplateProps) {
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

function Alignment({ form: { node, set, readOnly }, name }: { form: BlockForm; name: string }) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden="true" className="font-medium">
        Alignment
      </span>
      <Segmented
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
    </div>
  );
}

interface ColourProps {
  form: BlockForm;
  label: string;
  name: string;
  otherwise: string;
}

function Colour({ form: { node, set, readOnly }, label, name, otherwise }: ColourProps) {
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
function Widths({ form: { node, setWidths, readOnly } }: { form: BlockForm }) {
  if (node.childCount !== 2) return null;
  const given = [0, 1].map((index) => numberOf(node.child(index).attrs.width));
  const known = WIDTHS.find(({ widths }) => widths.every((width, index) => width === given[index]));
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden="true" className="font-medium">
        Widths
      </span>
      <Segmented
        label="Widths"
        disabled={readOnly}
        value={known?.id ?? "other"}
        options={known ? WIDTHS : [...WIDTHS, { id: "other", text: "As given" }]}
        onChange={(id) => setWidths(WIDTHS.find((each) => each.id === id)?.widths ?? [])}
      />
    </div>
  );
}

/** The fields of a block that only it has. */
export function BlockFields({ form }: { form: BlockForm }) {
  const { node, set, readOnly } = form;
  const { attrs } = node;
  switch (node.type.name) {
    case "button":
      return (
        <>
          <Template form={form} label="Text" name="text" variableName="isTextVariable" />
          <Template form={form} label="Link" name="url" variableName="isUrlVariable" placeholder="https://" />
          <Alignment form={form} name="alignment" />
          <div className="field-pair">
            <Colour form={form} label="Button colour" name="buttonColor" otherwise="#000000" />
            <Colour form={form} label="Text colour" name="textColor" otherwise="#ffffff" />
          </div>
        </>
      );
    case "image":
      return (
        <>
          <Template
            form={form}
            label="Address of the image"
            name="src"
            variableName="isSrcVariable"
            placeholder="https://"
          />
          <Template form={form} label="Text instead of the image" name="alt" />
          <NumberInput
            label="Width"
            unit="px"
            min={1}
            max={2000}
            readOnly={readOnly}
            value={numberOf(attrs.width)}
            onChange={(width) => set({ width })}
          />
          <Template
            form={form}
            label="Link"
            name="externalLink"
            variableName="isExternalLinkVariable"
            placeholder="Nothing"
          />
          <Alignment form={form} name="alignment" />
        </>
      );
    case "spacer":
      return (
        <NumberInput
          label="Height"
          unit="px"
          min={1}
          max={400}
          readOnly={readOnly}
          value={numberOf(attrs.height)}
          onChange={(height) => set({ height })}
        />
      );
    case "htmlCodeBlock":
      return <Template form={form} label="HTML" name="html" html />;
    case "repeat":
      return (
        <div className="field-pair">
          <VariableName
            form={form}
            label="List"
            placeholder="payload.items"
            value={textOf(attrs.each)}
            onChange={(each) => set({ each: orNull(each) })}
          />
          <TextInput
            label="Name of an item"
            code
            placeholder="item"
            readOnly={readOnly}
            value={textOf(attrs.as)}
            onChange={(as) => set({ as: orNull(as) })}
          />
        </div>
      );
    case "columns":
      return <Widths form={form} />;
    case "variable":
      return (
        <div className="field-pair">
          <VariableName form={form} label="Variable" value={textOf(attrs.id)} onChange={(id) => set({ id })} />
          <TextInput
            label="Without a value"
            placeholder="Nothing"
            readOnly={readOnly}
            value={textOf(attrs.fallback)}
            onChange={(fallback) => set({ fallback: orNull(fallback) })}
          />
        </div>
      );
    case "paragraph":
    case "heading":
    case "footer":
      return <Alignment form={form} name="textAlign" />;
    case "keptBlock":
    case "keptInline":
      return (
        <p className="text-muted">
          The editor does not know this block. It is sent as it is, and stays when the rest is changed.
        </p>
      );
    default:
      return null;
  }
}
