import { writeIntegersExactly } from "#contract/constants/values/exact-json.ts";
import { compileTemplate } from "#domain/templates/compile-template.ts";
import { type Translations, withTranslations } from "#domain/templates/translations.ts";
import { sizeOf } from "#domain/values/data-size.ts";
import { MEMBER_MEMORY, MEMBER_MS, TASK_MS, TASK_OUTPUT } from "./limits.ts";
import {
  type MemberVariables,
  type MessageSource,
  type RenderedMessage,
  renderMessage,
  templatesOf,
} from "./render-message.ts";
import { attempt, type Outcome, parseAhead, startLimits } from "./render-outcome.ts";

// Templates print objects as JSON.
writeIntegersExactly();

export interface RenderJobs {
  messages: { source: MessageSource; members: readonly MemberVariables[] };
  texts: { template: string; contexts: readonly object[]; translations?: Translations | undefined };
}

/** Outcomes, in the order of the members: for all of them, or for the first ones that took the time of the task. */
export interface RenderResults {
  messages: Outcome<RenderedMessage>[];
  texts: Outcome<string>[];
}

type RenderTask = { [K in keyof RenderJobs]: { kind: K; job: RenderJobs[K]; progress: Int32Array } }[keyof RenderJobs];

/** Runs in a thread of the pool: see render-threads.ts. */
export default function runRenderTask({ kind, job, progress }: RenderTask): RenderResults[keyof RenderResults] {
  Atomics.store(progress, 0, 1);
  try {
    if (kind === "messages") {
      const { source, members } = job;
      for (const template of templatesOf(source)) parseAhead(template);
      return renderAll(members, progress, (member, limits) => renderMessage(source, member, limits));
    }
    const template = { text: job.template, escape: "none" } as const;
    parseAhead(template);
    return renderAll(job.contexts, progress, (context, limits) =>
      compileTemplate(template.text, template).render(withTranslations(context, job.translations), limits),
    );
  } finally {
    Atomics.store(progress, 0, -1);
  }
}

/** Renders for one after the other, at least for the first, and stops when the task has used up its time. */
function renderAll<V, T>(
  all: readonly V[],
  progress: Int32Array,
  render: (variables: V, limits: ReturnType<typeof startLimits>) => T,
): Outcome<T>[] {
  const outcomes: Outcome<T>[] = [];
  const started = performance.now();
  let output = 0;
  for (const [index, variables] of all.entries()) {
    if (index > 0 && (performance.now() - started > TASK_MS || output > TASK_OUTPUT)) break;
    Atomics.store(progress, 0, index + 1);
    const limits = startLimits(MEMBER_MS, MEMBER_MEMORY);
    const attempted = attempt(() => render(variables, limits));
    // LiquidJS looks at the clock between the parts of a template, so a single filter may have taken longer. What failed for
    // another reason keeps that one: it does not depend on how busy the machine is.
    const isTooLate = "value" in attempted && limits.remainingMs() < 0;
    const outcome = isTooLate ? ({ error: "too long", limit: "time" } as const) : attempted;
    outcomes.push(outcome);
    output += sizeOf(outcome, TASK_OUTPUT);
  }
  return outcomes;
}
