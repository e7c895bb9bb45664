import { DETAILS } from "#contract/constants/details.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import type { LayoutContent } from "#db/queries/layouts/layout-contents.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { layoutOverride } from "#domain/overrides.ts";
import type { Problem } from "./problem.ts";
import type { Slice } from "./slice.ts";

/**
 * The layout of an email: the one that the event asks for, else the template's; undefined when there is none.
 * Layouts are taken as they are now, not as they were when the workflow was saved.
 */
export async function chooseLayout(
  { store, event, context }: Slice,
  step: StepRow,
  { type, layoutId }: MessageTemplate,
): Promise<LayoutContent | undefined | Problem> {
  if (type !== "email") return undefined;
  const asked = layoutOverride(event.overrides, step);
  const name = asked ?? layoutId;
  if (!name) return undefined;
  const ref = context.layouts?.find(({ id, identifier }) => id === name || (asked && identifier === asked));
  const layout = ref && (await store.layout(ref));
  if (layout) return layout;
  if (asked) return { problem: DETAILS.layoutNotFound, raw: { layoutIdentifier: asked } };
  const error = `The layout ${name} of this email was deleted: give the email another one in the workflow`;
  return { problem: DETAILS.contentNotGenerated, raw: { error } };
}
