import { BUTTON_COLOURS, REPEAT_ITEM } from "#contract/constants/templates/blocks.ts";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";
import {
  Alignment,
  type BlockForm,
  Colour,
  numberOf,
  orNull,
  Template,
  textOf,
  VariableName,
  Widths,
} from "./block-controls.tsx";

interface BlockFieldsProps {
  form: BlockForm;
}

/** The fields of a block that only it has. */
export function BlockFields({ form }: BlockFieldsProps) {
  const { node, set, readOnly } = form;
  switch (node.type.name) {
    case "button":
      return <ButtonFields form={form} />;
    case "image":
      return <ImageFields form={form} />;
    case "spacer":
      return (
        <NumberInput
          label="Height"
          unit="px"
          min={1}
          max={400}
          readOnly={readOnly}
          value={numberOf(node.attrs.height)}
          onChange={(height) => set({ height })}
        />
      );
    case "htmlCodeBlock":
      return <Template form={form} label="HTML" name="html" html />;
    case "repeat":
      return <RepeatFields form={form} />;
    case "columns":
      return <Widths form={form} />;
    case "variable":
      return <VariableFields form={form} />;
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

function ButtonFields({ form }: BlockFieldsProps) {
  return (
    <>
      <Template form={form} label="Text" name="text" variableName="isTextVariable" />
      <Template form={form} label="Link" name="url" variableName="isUrlVariable" placeholder="https://" />
      <Alignment form={form} name="alignment" />
      <div className="field-pair">
        <Colour form={form} label="Button colour" name="buttonColor" otherwise={BUTTON_COLOURS.background} />
        <Colour form={form} label="Text colour" name="textColor" otherwise={BUTTON_COLOURS.text} />
      </div>
    </>
  );
}

function ImageFields({ form }: BlockFieldsProps) {
  const { node, set, readOnly } = form;
  return (
    <>
      <Template
        form={form}
        label="Address of the image"
        name="src"
        variableName="isSrcVariable"
        placeholder="https://"
      />
      <Template form={form} label="Alternative text" name="alt" />
      <NumberInput
        label="Width"
        unit="px"
        min={1}
        max={2000}
        readOnly={readOnly}
        value={numberOf(node.attrs.width)}
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
}

function RepeatFields({ form }: BlockFieldsProps) {
  const { node, set, readOnly } = form;
  return (
    <div className="field-pair">
      <VariableName
        form={form}
        label="List"
        placeholder="payload.items"
        value={textOf(node.attrs.each)}
        onChange={(each) => set({ each: orNull(each) })}
      />
      <TextInput
        label="Name of an item"
        code
        placeholder={REPEAT_ITEM}
        readOnly={readOnly}
        value={textOf(node.attrs.as)}
        onChange={(as) => set({ as: orNull(as) })}
      />
    </div>
  );
}

function VariableFields({ form }: BlockFieldsProps) {
  const { node, set, readOnly } = form;
  return (
    <div className="field-pair">
      <VariableName form={form} label="Variable" value={textOf(node.attrs.id)} onChange={(id) => set({ id })} />
      <TextInput
        label="Without a value"
        placeholder="Nothing"
        readOnly={readOnly}
        value={textOf(node.attrs.fallback)}
        onChange={(fallback) => set({ fallback: orNull(fallback) })}
      />
    </div>
  );
}
