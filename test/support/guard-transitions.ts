import type { Database } from "#db/client.ts";
import { type Stateful, transitionsOf } from "#domain/steps/transitions.ts";

/** Tables, and what of a row is its state. */
const STATES: Record<Stateful, { table: string; state: (row: string) => string }> = {
  job: { table: "jobs", state: (row) => `${row}.status` },
  delivery: { table: "deliveries", state: (row) => `${row}.state` },
  run: { table: "runs", state: (row) => `coalesce(${row}.stop_reason, 'open')` },
  "digest window": {
    table: "digest_windows",
    state: (row) =>
      `case when ${row}.is_ending then 'ending' when ${row}.closed_at is not null then 'closed' else 'open' end`,
  },
};

/** From now on the database records changes of state that are not among the listed transitions. */
export async function guardTransitions({ $client: sql }: Database): Promise<void> {
  await sql`create table unlisted_transitions (transition text not null)`;
  for (const [of, { table, state }] of Object.entries(STATES) as [Stateful, (typeof STATES)[Stateful]][]) {
    const listed = transitionsOf(of).map(({ from, to }) => `'${from} ${to}'`);
    await sql.unsafe(`
      create function guard_${table}() returns trigger language plpgsql as $$
      declare
        was text := 'new';
        becomes text := ${state("new")};
      begin
        if tg_op = 'UPDATE' then was := ${state("old")}; end if;
        if was <> becomes and not (was || ' ' || becomes = any(array[${listed.join(", ")}])) then
          insert into unlisted_transitions values ('${of}: ' || was || ' to ' || becomes);
        end if;
        return null;
      end $$`);
    await sql.unsafe(
      `create trigger guard_${table} after insert or update on ${table} for each row execute function guard_${table}()`,
    );
  }
}

/** Returns the recorded changes, each once, and forgets them. */
export async function unlistedTransitions({ $client: sql }: Database): Promise<string[]> {
  const rows = await sql<{ transition: string }[]>`delete from unlisted_transitions returning transition`;
  return [...new Set(rows.map(({ transition }) => transition))].sort();
}
