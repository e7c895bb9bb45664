import { compileStep } from "#api/controls/compile-step.ts";
import { controlIssues } from "#api/controls/control-issues.ts";
import { givenValues } from "#contract/workflows/step-controls.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { DomainError } from "#domain/errors.ts";

type Values = Readonly<Record<string, unknown>>;

/** Controls that say nothing about how long a step waits. */
const OTHERS: ReadonlySet<string> = new Set(["skip"]);

/**
 * The metadata that control values of a digest, delay or throttle make. Throws `invalid_input`, which names each control that is missing
 * or wrong.
 */
export function metadataOfUnsaved(type: "digest" | "delay" | "throttle", controlValues: Values): StepMetadata {
  const values = Object.fromEntries(Object.entries(givenValues(controlValues)).filter(([name]) => !OTHERS.has(name)));
  // A schedule that lacks everything is no digest of another kind; `each` is what counts where nothing is said.
  if (type === "digest" && values.type === "timed" && values.cron === undefined)
    values.timed ??= { monthlyType: "each" };
  const faults = Object.entries(controlIssues(type, values, undefined)).flatMap(([path, issues]) =>
    issues.map(({ message }) => `${inBody(path)}${/^[a-z]/.test(message) ? "" : ":"} ${message}`),
  );
  if (faults.length > 0) throw new DomainError("invalid_input", faults);
  return compileStep(type, values, { name: type, layoutId: null }).metadata;
}

const inBody = (path: string): string => (path === "" ? "controlValues" : `controlValues.${path}`);

/** The refusal of metadata that has no next moment; its sentence begins with the path of the field, as the engine names it. */
export function refusedMetadata(error: string, { cron }: Values): DomainError {
  const named = error
    .replace(/^metadata\.timed\.cronExpression/, "controlValues.cron")
    .replace(
      /^metadata\.timed\.timezone/,
      cron === undefined ? "controlValues.timed.timezone" : "controlValues.timezone",
    )
    .replace(/^metadata\./, "controlValues.");
  return new DomainError("invalid_input", [named]);
}
