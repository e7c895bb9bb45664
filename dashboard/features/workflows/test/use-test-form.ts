import { type Path, type PathValue, useForm } from "react-hook-form";
import type { PickerItem } from "#dashboard/components/controls/picker-results.tsx";
import { useKeptForm } from "#dashboard/forms/kept-form.ts";
import { useSchemaResolver } from "#dashboard/forms/use-schema-resolver.ts";
import type { ExampleEvent } from "../event-snippets.ts";
import type { RecipientKind } from "./recipient-kinds.ts";

interface TestFields {
  recipient: RecipientKind;
  subscriber: PickerItem | null;
  topic: PickerItem | null;
  tenant: string;
  actor: string;
  payload: string;
}

export type TestForm = ReturnType<typeof useTestForm>;

/** Returns the form of a test event, filled with the example. */
export function useTestForm(example: ExampleEvent) {
  const resolver = useSchemaResolver(() =>
    import("./test-event-form.ts").then(({ testEventForm }) => testEventForm(example)),
  );
  const values: TestFields = {
    recipient: "me",
    subscriber: null,
    topic: null,
    tenant: "",
    actor: "",
    payload: JSON.stringify(example.payload, null, 2),
  };
  // Another example, as after a save of the steps, takes the place of what nobody has changed.
  const form = useForm({ resolver, values, resetOptions: { keepDirtyValues: true } });
  useKeptForm(`test/${example.name}`, form);
  return form;
}

/** Sets a field that is no input of the page. */
export function setTestValue<N extends Path<TestFields>>(
  form: TestForm,
  name: N,
  value: PathValue<TestFields, N>,
): void {
  form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
}
