import { z } from "zod";
import type { Database } from "#db/client.ts";

/** A statement as the hot pool sent it. */
export interface SentStatement {
  text: string;
  parameters: readonly unknown[];
}

/** The work of one execution of a prepared statement. */
export interface PlanCost {
  /** Rows of tables that were looked at, including those that a filter dropped. */
  rows: number;
  /** Blocks of tables and indexes that were visited; a block counts once for each visit. */
  blocks: number;
  /** Indexes and tables that were read, in the order of the plan. */
  used: string[];
}

/** Runs `call` and returns the statements that it sent on the hot pool. What is refused or not found does not matter. */
export async function sentBy(db: Database, call: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  db.$hot.options.debug = (_connection, text, parameters) => {
    if (!/^\s*(begin|commit|rollback)/.test(text)) sent.push({ text, parameters });
  };
  await call().catch(() => undefined);
  db.$hot.options.debug = false;
  return sent;
}

/** The same for the pool of custom plans: each statement is explained as it is sent, with its settings, and the rows that it read are counted. */
export async function explainedBy(db: Database, call: () => Promise<unknown>): Promise<PlanCost[]> {
  const sent: SentStatement[] = [];
  db.$client.options.debug = (_connection, text, parameters) => {
    if (!/^\s*(begin|commit|rollback)/.test(text)) sent.push({ text, parameters });
  };
  await call();
  db.$client.options.debug = false;
  const costs: PlanCost[] = [];
  const settings: string[] = [];
  for (const { text, parameters } of sent) {
    if (/^\s*set local/.test(text)) {
      settings.push(text);
      continue;
    }
    const values = parameters.map((value) => literal(unwrapped(value)));
    const filled = text.replace(/\$(\d+)/g, (_, number) => values[Number(number) - 1] ?? "null");
    const [row] = await db.$client.begin(async (sql) => {
      for (const setting of settings) await sql.unsafe(setting);
      return sql.unsafe(`explain (analyze, buffers, timing off, format json) ${filled}`);
    });
    const [explained] = z.array(Explained).parse(row?.["QUERY PLAN"]);
    if (explained) costs.push(costOf(explained.Plan));
  }
  return costs;
}

/**
 * Runs a statement again by the plan that Postgres keeps for it, and takes back what it changed. The hot pool must have one
 * connection: plans are kept by connection.
 */
export function executeAgain(db: Database, { text, parameters }: SentStatement): Promise<PlanCost> {
  let cost: PlanCost | undefined;
  return db.$hot
    .begin(async (sql) => {
      const [kept] = await sql<{ name: string; types: string[]; isGeneric: boolean }[]>`
        select name, parameter_types::text[] as types, generic_plans > 0 and custom_plans = 0 as "isGeneric"
        from pg_prepared_statements where statement = ${text}`;
      if (!kept?.isGeneric) throw new Error(`The statement has no generic plan: ${text}`);
      const values = parameters.map((value, index) => `${literal(unwrapped(value))}::${kept.types[index]}`);
      const list = values.length === 0 ? "" : `(${values.join(", ")})`;
      const [row] = await sql.unsafe(
        `explain (analyze, buffers, timing off, format json) execute "${kept.name}"${list}`,
      );
      const [explained] = z.array(Explained).parse(row?.["QUERY PLAN"]);
      if (!explained) throw new Error("Postgres explained nothing");
      cost = costOf(explained.Plan);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (error instanceof Undo && cost) return cost;
      throw error;
    });
}

class Undo extends Error {}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Index Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  "Rows Removed by Index Recheck"?: number | undefined;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[] | undefined;
}

const count = z.number();
const PlanNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Index Name": z.string().optional(),
    "Actual Rows": count,
    "Actual Loops": count,
    "Rows Removed by Filter": count.optional(),
    "Rows Removed by Index Recheck": count.optional(),
    "Shared Hit Blocks": count,
    "Shared Read Blocks": count,
    Plans: z.array(PlanNode).optional(),
  }),
);
const Explained = z.object({ Plan: PlanNode });

function costOf(plan: PlanNode): PlanCost {
  const scans = nodesOf(plan).filter((node) => node["Actual Loops"] > 0 && / Scan$/.test(node["Node Type"]));
  const reads = scans.filter((node) => node["Relation Name"] ?? node["Index Name"]);
  const rows = reads.reduce((sum, node) => sum + rowsOf(node), 0);
  return {
    rows,
    blocks: reads.reduce((sum, node) => sum + ownBlocksOf(node), 0),
    used: reads.map((node) => node["Index Name"] ?? node["Relation Name"] ?? ""),
  };
}

/** Rows are averages over the loops. */
const rowsOf = (node: PlanNode): number =>
  Math.round(
    node["Actual Loops"] *
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)),
  );

/** A node counts the blocks of those below it, too. */
const ownBlocksOf = ({ Plans = [], ...node }: PlanNode): number =>
  blocksOf(node) - Plans.reduce((sum, below) => sum + blocksOf(below), 0);

const blocksOf = (node: PlanNode): number => node["Shared Hit Blocks"] + node["Shared Read Blocks"];

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The driver wraps some values with their types. */
const unwrapped = (parameter: unknown): unknown =>
  typeof parameter === "object" && parameter !== null && "value" in parameter ? parameter.value : parameter;

/** A value as Postgres reads it in a statement. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `array[${value.map(literal).join(", ")}]::text[]`;
  return `'${String(value).replaceAll("'", "''")}'`;
}
