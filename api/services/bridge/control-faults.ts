import type { StepIssues } from "#contract/workflows/step-issues.ts";
import { setHasIssues } from "#db/queries/bridge/bridge-workflows.ts";
import { listControlValues } from "#db/queries/bridge/control-values.ts";
import type { VersionRow, VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { schemaFaults } from "#domain/json-schemas/json-schema.ts";
import { withMissing } from "#domain/steps/step-issues.ts";
import { getPath } from "#domain/values/dotted-path.ts";

type Controls = Readonly<Record<string, unknown>>;

const LENIENT: readonly string[] = ["required", "additionalProperties", "false"];

/** Returns the JSON schema that the code declares for the controls of a step; undefined where it declares none. */
export const controlSchema = ({ definition }: Pick<VersionRow, "definition">, bridgeStepId: string): unknown =>
  definition?.steps.find(({ stepId }) => stepId === bridgeStepId)?.controls?.schema;

/**
 * Returns the values which the code would refuse, by their dotted path. A value that is left out is the default of the code, and one that prints
 * variables becomes its value only at the bridge: neither can be wrong here. One that the code does not know, maybe any more, does no harm.
 */
const faultsOf = (version: Pick<VersionRow, "definition">, bridgeStepId: string, controls: Controls) =>
  schemaFaults(controlSchema(version, bridgeStepId), controls).filter(
    ({ keyword, path }) => !LENIENT.includes(keyword) && !isTemplate(getPath(controls, path)),
  );

const isTemplate = (value: unknown): boolean => typeof value === "string" && /\{\{|\{%/.test(value);

/** Throws `invalid_input` that names the values which the code would refuse, below the path at which the request has them. */
export function requireControls(
  { version }: Pick<VersionWithSteps, "version">,
  bridgeStepId: string,
  controls: Controls,
  root: string,
): void {
  const faults = faultsOf(version, bridgeStepId, controls);
  if (faults.length === 0) return;
  throw new DomainError(
    "invalid_input",
    faults.map(({ path, message }) => `${[root, path].filter(Boolean).join(".")} ${message}`),
  );
}

/** Returns the issues of stored values, which code that was deployed since may refuse. */
export function bridgeStepIssues(
  version: Pick<VersionRow, "definition">,
  bridgeStepId: string,
  controls: Controls,
): StepIssues {
  const faults = faultsOf(version, bridgeStepId, controls);
  let controlIssues: StepIssues["controls"];
  for (const { path, message } of faults) controlIssues = withMissing(controlIssues, path, message);
  return controlIssues === undefined ? {} : { controls: controlIssues };
}

/** Notes whether a code-first workflow has issues, once its code or the values of its controls have changed. */
export async function noteBridgeIssues(
  transaction: Transaction,
  scope: Scope,
  { workflow, version, steps }: VersionWithSteps,
): Promise<void> {
  const stored = await listControlValues(transaction, scope, workflow.id);
  const hasIssues = stored.some(
    ({ bridgeStepId, controls }) =>
      steps.some((step) => step.bridgeStepId === bridgeStepId) && faultsOf(version, bridgeStepId, controls).length > 0,
  );
  await setHasIssues(transaction, scope, workflow.id, hasIssues);
}
