import type { EventRow } from "#db/queries/events/insert-event.ts";
import { type ContentNeeds, NO_CONTENT_NEEDS } from "#db/queries/runs/slice-context.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { layoutOverrides } from "#domain/overrides.ts";

/** Says what the emails of an event need to know besides: nothing in workflows without email, layouts and reply callbacks. */
export function contentNeeds({ overrides }: EventRow, steps: readonly StepRow[]): ContentNeeds {
  const emails = steps.filter(({ type }) => type === "email");
  if (emails.length === 0) return NO_CONTENT_NEEDS;
  const templates = emails.flatMap(({ template, variants }) => [template, ...variants.map((one) => one.template)]);
  const layoutIds = templates.flatMap(({ layoutId }) => (layoutId ? [layoutId] : []));
  return {
    layoutIds: [...new Set(layoutIds)],
    layoutNames: layoutOverrides(overrides),
    replies: emails.some(({ replyCallback }) => replyCallback.active === true),
  };
}
