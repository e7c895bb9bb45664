import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const RulesForm = lazyNamed(() => import("./rules-form.tsx"), "RulesForm");

/** A button that shows what the environment does with bounces by itself, for those who may to change it. */
export const SuppressionRules = () => (
  <FormButton text="Bounce rules" title="Bounce rules" height="h-56" keptName="suppression-rules">
    {({ keptName, close }) => <RulesForm keptName={keptName} onSaved={close} />}
  </FormButton>
);
