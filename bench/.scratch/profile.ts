import postgres from "postgres";
import { readdirSync, readFileSync, existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createCustomer } from "../customer.ts";
import { measureBroadcast } from "../measures/broadcast.ts";
import { measureEmailBroadcast } from "../measures/email-broadcast.ts";
import { measureSingleTriggers } from "../measures/single-triggers.ts";
import { measureFeedReads } from "../measures/feed-reads.ts";
import { readOptions } from "../options.ts";
import { openStage } from "./stage.ts";
import { execFileSync } from "node:child_process";

const which = (process.argv[2] ?? "b,c,d").split(",");
const options = readOptions(process.argv.slice(3));
process.env.PROF_ARGS = "--import /tmp/prof-toggle.mjs";
process.env.PROF_PG = JSON.stringify({ shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track_planning": "on", "pg_stat_statements.max": "5000" });
const stage = await openStage();
try {
  const sql = postgres(stage.databaseUrl, { max: 1, onnotice: () => {} });
  await sql`create extension if not exists pg_stat_statements`;
  const customer = await createCustomer(stage, options.sizes.subscribers);
  const ground = { stage, customer, sizes: options.sizes };
  const pid = Number(execFileSync("pgrep", ["-P", String(process.pid), "-f", "scripts/serve.ts"], { encoding: "utf8" }).trim().split("\n")[0]);
  const threads = () => new Map(readdirSync(`/proc/${pid}/task`).map((t) => { const s = readFileSync(`/proc/${pid}/task/${t}/stat`, "utf8"); const name = s.slice(s.indexOf("(") + 1, s.lastIndexOf(")")); const f = s.slice(s.lastIndexOf(")") + 2).split(" ").map(Number); return [t, { name, cpu: (f[11]! + f[12]!) / 100 }] as const; }));
  const makers: Record<string, any> = { b: measureSingleTriggers, c: measureBroadcast, d: measureEmailBroadcast, f: measureFeedReads };
  let n = 0;
  for (const id of which) {
    const m = await makers[id](ground);
    if (id !== "b") await m.round(); else await m.round();
    await sql`select pg_stat_statements_reset()`;
    const before = threads();
    const wal0 = (await sql`select wal_bytes, wal_records, wal_fpi from pg_stat_wal`)[0]!;
    process.kill(pid, "SIGUSR2");
    const figures = await m.round();
    n++;
    process.kill(pid, "SIGUSR2");
    const wal1 = (await sql`select wal_bytes, wal_records, wal_fpi from pg_stat_wal`)[0]!;
    const after = threads();
    console.log(`\n=== ${id}`, figures);
    console.log("WAL MB", (Number(wal1.wal_bytes) - Number(wal0.wal_bytes)) / 1e6, "fpi", Number(wal1.wal_fpi) - Number(wal0.wal_fpi));
    const cpu = new Map<string, number>();
    for (const [t, { name, cpu: c }] of after) { const d = c - (before.get(t)?.cpu ?? 0); const key = t === String(pid) ? "MAIN" : name === "node" ? `node-${t}` : name; if (d > 0.05) cpu.set(key, (cpu.get(key) ?? 0) + d); }
    console.log("threads", [...cpu].sort((a, b) => b[1] - a[1]));
    const top = await sql`select calls, round(total_plan_time::numeric,1) as plan, round(total_exec_time::numeric,1) as exec, round((total_exec_time/nullif(calls,0))::numeric,2) as mean, round((total_plan_time/greatest(plans,1))::numeric,2) as meanplan, rows, wal_bytes, regexp_replace(left(query, 170), '\s+', ' ', 'g') as q from pg_stat_statements order by total_exec_time + total_plan_time desc limit 28`;
    for (const r of top) console.log(String(r.calls).padStart(6), `plan ${r.plan}ms (${r.meanplan})`.padEnd(24), `exec ${r.exec}ms (${r.mean})`.padEnd(26), String(r.rows).padStart(6), String(r.wal_bytes).padStart(10), r.q);
    while (!existsSync(`/tmp/prof/belfry-${n}.cpuprofile`)) await sleep(200);
    await m.close?.();
  }
  await sql.end();
} finally { await stage.stop(); }
