import { type SQL, sql } from "drizzle-orm";

// How statements find the variables of environments that templates, rules and conditions name.

/** A name after `env.`, or in `env["..."]` as JSON writes its quotes; not after a dot, where `env` is a field of something else. */
const NAME = String.raw`(?<![.\w])env\s*(?:\.\s*|\[\s*(?:\\*"|''))([A-Za-z][A-Za-z0-9_]*)`;
/** An output or a tag of Liquid. */
const LIQUID = String.raw`\{[{%](?:[^%}]|[%}](?!\}))*[%}]\}`;

/**
 * Selects `key` and `control` of the variables that a step names: `control` is the first name of the control that has it. `step` is the
 * alias of its row. Only steps whose text has `env` are looked into.
 */
export const variablesOfStep = (step: SQL): SQL => sql`(
  select distinct n.names[1] as key, c.key as control
  from jsonb_each(${step}.metadata || coalesce(${step}.controls, ${step}.template)
      || jsonb_build_object('variants', ${step}.variants, 'replyCallback', ${step}.reply_callback, 'filters', ${step}.filters)) as c
    cross join lateral (
      select t.texts[1] as piece from regexp_matches(c.value::text, ${LIQUID}, 'g') as t (texts)
      -- A rule names its variables without braces.
      union all select (c.value)::text where c.key = 'skip'
    ) as p
    cross join lateral regexp_matches(p.piece, ${NAME}, 'g') as n (names)
  where c.value::text like '%env%'
  union
  select part ->> 'field', 'filters'
  from jsonb_path_query(jsonb_build_array(${step}.filters, ${step}.variants, ${step}.metadata),
    'strict $.** ? (@.type() == "object" && @.on == "env")') as part
  where (${step}.filters::text like '%"env"%' or ${step}.variants::text like '%"env"%' or ${step}.metadata::text like '%"env"%')
    and part ->> 'field' <> '')`;

/** Selects `key` of the variables that the content of a layout names. */
export const variablesOfContent = (content: SQL): SQL => sql`(
  select distinct n.names[1] as key
  from regexp_matches(${content}, ${LIQUID}, 'g') as t (texts)
    cross join lateral regexp_matches(t.texts[1], ${NAME}, 'g') as n (names)
  where ${content} like '%env%')`;
