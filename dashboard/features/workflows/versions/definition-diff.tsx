import { useCronWords } from "#dashboard/components/dates/cron-words.ts";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";
import { labelledType, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { SideBySide, type Sides } from "#dashboard/editing/side-by-side.tsx";
import {
  type ComparedDefinition,
  compareDefinitions,
  type FieldDifference,
  isNoDifference,
  type StepDifference,
} from "./compare-definitions.ts";
import { FieldDiff } from "./field-diff.tsx";

interface DefinitionDiffProps {
  before: ComparedDefinition;
  after: ComparedDefinition;
  /** Of the headings of steps. */
  headingLevel?: 3 | 4;
  /** Shows the two values of each field in columns of these names. */
  sides?: Sides;
}

/** The differences of two definitions, by steps and their fields. */
export function DefinitionDiff({ before, after, headingLevel = 3, sides }: DefinitionDiffProps) {
  useCronWords([...before.steps, ...after.steps].some(({ controlValues }) => controlValues.cron !== undefined));
  const difference = compareDefinitions(before, after);
  if (isNoDifference(difference)) return <p className="text-muted">No difference</p>;
  const { steps, order, fields } = difference;
  const ofWorkflow = [...(order ? [order] : []), ...fields];
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {steps.map((one) => (
        <StepDiff key={`${one.kind} ${one.step.key}`} difference={one} headingLevel={headingLevel} sides={sides} />
      ))}
      {ofWorkflow.length > 0 && <WorkflowDiff fields={ofWorkflow} headingLevel={headingLevel} sides={sides} />}
    </div>
  );
}

const KINDS: Record<StepDifference["kind"], { text: string; tone: Tone }> = {
  added: { text: "Added", tone: "success" },
  removed: { text: "Removed", tone: "danger" },
  changed: { text: "Changed", tone: "info" },
};

interface StepDiffProps {
  difference: StepDifference;
  headingLevel: 3 | 4;
  sides: Sides | undefined;
}

function StepDiff({ difference: { kind, step, fields }, headingLevel, sides }: StepDiffProps) {
  return (
    <section aria-label={step.name} className="min-w-0 rounded-lg border bg-raised">
      <StepHeading kind={kind} step={step} level={headingLevel} />
      <Fields fields={fields} sides={sides} />
    </section>
  );
}

interface StepHeadingProps extends Pick<StepDifference, "kind" | "step"> {
  level: 3 | 4;
}

/** The name of a step that differs, and whether it is new or gone. */
export function StepHeading({ kind, step, level }: StepHeadingProps) {
  const { text, tone } = KINDS[kind];
  const Heading = `h${level}` as const;
  return (
    <header className="flex min-w-0 items-center gap-2 border-b px-3 py-2">
      <span className="shrink-0 text-muted">
        <StepTypeIcon type={labelledType(step.type)} />
      </span>
      <Heading dir="auto" translate="no" className="min-w-0 font-semibold wrap-anywhere">
        {step.name}
      </Heading>
      <span className="ms-auto">
        <Badge tone={tone}>{text}</Badge>
      </span>
    </header>
  );
}

interface WorkflowDiffProps extends FieldsProps {
  headingLevel: 3 | 4;
}

function WorkflowDiff({ fields, headingLevel, sides }: WorkflowDiffProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <section aria-label="Workflow" className="min-w-0 rounded-lg border bg-raised">
      <Heading className="border-b px-3 py-2 font-semibold">Workflow</Heading>
      <Fields fields={fields} sides={sides} />
    </section>
  );
}

interface FieldsProps {
  fields: readonly FieldDifference[];
  sides: Sides | undefined;
}

const Fields = ({ fields, sides }: FieldsProps) =>
  sides ? (
    <SideBySide sides={sides} fields={fields} />
  ) : (
    <dl className="flex min-w-0 flex-col gap-3 p-3">
      {fields.map((field) => (
        <div key={field.label} className="flex min-w-0 flex-col gap-1">
          <dt className="text-xs font-medium text-muted">{field.label}</dt>
          <dd className="min-w-0">
            <FieldDiff difference={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
