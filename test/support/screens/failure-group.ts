import postgres from "postgres";

/** Stores a group of failures of the run's environment, as the pass that counts them does minutes after they happen. Returns its id. */
export async function storeFailureGroup(
  databaseUrl: string,
  runId: string,
  { code, text }: { code: string; text: string },
): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const latest = JSON.stringify([{ runId, at: new Date().toISOString() }]);
    const [group] = await sql<{ id: string }[]>`
      insert into failure_groups (id, organization_id, environment_id, step_type, provider_id, reason, code, text, first_seen, last_seen,
        failures, people, latest_runs, state, state_at, state_by, state_reason)
      select gen_random_uuid(), organization_id, environment_id, 'email', 'ses', 'provider_refused', ${code}, ${text}, now(), now(),
        1000000, 10001, ${latest}::text::jsonb, 'resolved', now(), '{"name": "Ada"}', ${text}
      from runs where id = ${runId}
      returning id`;
    if (!group) throw new Error(`There is no run ${runId}`);
    return group.id;
  } finally {
    await sql.end();
  }
}
