import type { StepInput } from "#contract/workflows/steps.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import type { StepDraft } from "#db/queries/workflows/workflow-steps.ts";
import { DomainError } from "#domain/errors.ts";
import { compileTemplate, isUncompiled } from "../../mjml/compile-template.ts";
import type { MjmlCompiler } from "../../mjml/mjml-compiler.ts";
import { checkSteps } from "./check-steps.ts";
import { draftSteps } from "./draft-steps.ts";

/**
 * The steps of a request as they are stored: checked, and emails in MJML compiled. Throws `invalid_input` with every issue that cannot be left
 * to run time, each naming its field. What MJML only leaves out is none.
 */
export async function compiledSteps(mjml: MjmlCompiler, given: readonly StepInput[]): Promise<StepDraft[]> {
  const issues: string[] = [];
  const compiled = async (template: MessageTemplate, path: string): Promise<MessageTemplate> => {
    const result = await compileTemplate(mjml, template);
    if (isUncompiled(result.template)) issues.push(...result.faults.map((fault) => `${path}.content ${fault}`));
    return result.template;
  };
  const steps = await Promise.all(
    draftSteps(checkSteps(given)).map(async (step, index) => ({
      ...step,
      template: await compiled(step.template, `steps.${index}.template`),
      variants: await Promise.all(
        step.variants.map(async (variant, number) => ({
          ...variant,
          template: await compiled(variant.template, `steps.${index}.variants.${number}.template`),
        })),
      ),
    })),
  );
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
  return steps;
}
