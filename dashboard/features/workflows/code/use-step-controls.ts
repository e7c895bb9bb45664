import { useState } from "react";
import { BelfryError } from "#client/client.ts";
import type { StepIssues } from "#contract/workflows/step-issues.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { errorText, sentencesOf } from "#dashboard/errors.ts";
import { issueOf } from "#dashboard/forms/server-errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useKeptInput } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { controlsOf, parseText, textOf } from "./control-schema.ts";

interface CodeStep {
  workflowId: string;
  /** The id that the step has in its code. */
  stepId: string;
  /** Of its controls. */
  schema: unknown;
  /** Of the stored values. */
  issues: StepIssues;
}

type Values = Readonly<Record<string, unknown>>;
/** Texts of fields by the names of their controls; undefined for the default of the code. */
type Typed = Readonly<Record<string, string | undefined>>;

/** The values of a step's controls: those that are stored, what is typed over them, and how that is saved. */
export function useStepControls({ workflowId, stepId, schema, issues }: CodeStep) {
  const { write } = useEnvironment();
  const query = useRead("bridge.getControls", workflowId, stepId);
  const saving = useOneMutation({
    mutationFn: (controls: Values) => write("bridge.setControls", workflowId, stepId, { controls }),
  });
  const [typed, setTyped] = useState<Typed>({});
  const stored = query.data?.controls ?? {};
  const isDirty = Object.keys(typed).length > 0;
  useKeptInput<Typed>(`controls ${stepId}`, { typed: () => (isDirty ? typed : undefined), onReturn: setTyped });

  const controls = controlsOf(schema, stored);
  const entries = controls.map((control) => {
    const { name } = control;
    const own = Object.hasOwn(stored, name) ? textOf(control, stored[name]) : undefined;
    return { control, text: Object.hasOwn(typed, name) ? typed[name] : own };
  });
  const values = readValues(entries);
  const { fields, others } = refusalOf(saving.error);
  const outdated = outdatedFields(issues);

  function type(name: string, text: string | undefined) {
    const { control } = entries.find((entry) => entry.control.name === name) ?? {};
    const { [name]: _before, ...rest } = typed;
    const own = control && Object.hasOwn(stored, name) ? textOf(control, stored[name]) : undefined;
    setTyped(text === own ? rest : { ...rest, [name]: text });
  }

  return {
    query,
    entries,
    /** Undefined while one of them is no JSON. */
    values,
    /** The refusal of the server, or, of a stored value that nobody has changed here, that of the code since. */
    errorOf: (name: string) => fields.get(name) ?? (Object.hasOwn(typed, name) ? undefined : outdated.get(name)),
    error: others,
    isDirty,
    isSaving: saving.isPending,
    type,
    reset: (name: string) => type(name, undefined),
    resetAll: () => setTyped(Object.fromEntries(Object.keys(stored).map((name) => [name, undefined]))),
    cancel: () => setTyped({}),
    save: () => {
      const sent = typed;
      if (values) saving.mutate(values, () => setTyped((now) => (now === sent ? {} : now)));
    },
  };
}

function readValues(
  entries: readonly { control: Parameters<typeof parseText>[0] & { name: string }; text: string | undefined }[],
) {
  try {
    return Object.fromEntries(
      entries.flatMap(({ control, text }): [string, unknown][] =>
        text === undefined || (control.kind === "json" && text.trim() === "")
          ? []
          : [[control.name, parseText(control, text)]],
      ),
    ) satisfies Values;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the issues of stored values by the names of their controls. */
function outdatedFields({ controls = {} }: StepIssues): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(controls).map(([path, [issue]]) => {
      const [name = "", ...deeper] = path.split(".");
      return [name, faultText(deeper, issue?.message ?? "")];
    }),
  );
}

/** The fault of a control, with the place within it where it has parts. */
const faultText = (deeper: readonly string[], message: string): string =>
  deeper.length === 0 ? message : `${deeper.join(".")} ${message}`;

/** Returns the faults that the server finds in single controls, and what else it says. */
function refusalOf(error: Error | null): { fields: ReadonlyMap<string, string>; others: string | undefined } {
  const fields = new Map<string, string>();
  if (!error) return { fields, others: undefined };
  if (!(error instanceof BelfryError) || error.status >= 500) return { fields, others: errorText(error) };
  const others = sentencesOf(error).filter((sentence) => {
    const issue = issueOf(sentence);
    const [root, name, ...deeper] = issue?.names ?? [];
    if (!issue || root !== "controls" || name === undefined) return true;
    fields.set(name, faultText(deeper, issue.message));
    return false;
  });
  return { fields, others: others.length === 0 ? undefined : others.join(" ") };
}
