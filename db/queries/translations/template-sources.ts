import { sql } from "drizzle-orm";
import type { TemplatePlace } from "#contract/workflows/translations.ts";
import type { Scope } from "../../scope.ts";
import type { Executor } from "../../transaction.ts";

/** The templates of a step or of a layout. */
export interface TemplateSource {
  place: TemplatePlace;
  /** Holds all of its templates. */
  content: Record<string, unknown>;
}

/**
 * The steps of current versions, and the layouts, that may print translations: they name the helper somewhere. In the order of
 * workflows and their steps.
 */
export async function listTranslatingTemplates(
  db: Executor,
  { environmentId }: Pick<Scope, "environmentId">,
): Promise<TemplateSource[]> {
  const steps = await db.execute<{
    workflowId: string;
    workflowName: string;
    stepId: string;
    name: string;
    content: Record<string, unknown>;
  }>(sql`
    select w.id as "workflowId", w.name as "workflowName", s.step_id as "stepId", coalesce(s.name, s.type) as name, c.content
    from workflows w
      join workflow_steps s on s.version_id = w.version_id
      cross join lateral jsonb_build_object(
        'template', s.template, 'metadata', s.metadata,
        'variants', (select jsonb_agg(variant -> 'template') from jsonb_array_elements(s.variants) as variant)
      ) as c(content)
    where w.environment_id = ${environmentId} and w.deleted_at is null and c.content::text like '%i18n%'
    order by w.name, w.id, s.position`);
  const layouts = await db.execute<{ layoutId: string; name: string; content: string }>(sql`
    select id as "layoutId", name, content from layouts
    where environment_id = ${environmentId} and deleted_at is null and content like '%i18n%'
    order by name, id`);
  return [
    ...steps.map(({ content, ...step }) => ({ place: { kind: "step" as const, ...step }, content })),
    ...layouts.map(({ content, ...layout }) => ({
      place: { kind: "layout" as const, ...layout },
      content: { content },
    })),
  ];
}
