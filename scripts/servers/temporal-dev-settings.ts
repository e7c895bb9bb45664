import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { projectRoot } from "#config.ts";
import { Problem } from "../problem.ts";

const TemporalDevSettings = z.strictObject({
  namespace: z.string(),
  ip: z.string(),
  ports: z.strictObject({ frontend: z.int(), ui: z.int() }),
  searchAttributes: z.record(
    z.string(),
    z.enum(["Text", "Keyword", "Int", "Double", "Bool", "Datetime", "KeywordList"]),
  ),
  dynamicConfig: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
  sqlitePragmas: z.record(z.string(), z.string()),
});
export type TemporalDevSettings = z.infer<typeof TemporalDevSettings>;

/** Reads `temporal-dev.yaml`. @throws Problem that names the field that does not fit */
export function readTemporalDevSettings(file = join(projectRoot, "temporal-dev.yaml")): TemporalDevSettings {
  const result = TemporalDevSettings.safeParse(parse(readFileSync(file, "utf8")));
  if (result.success) return result.data;
  throw new Problem(`${file} has a setting that does not fit:\n${z.prettifyError(result.error)}`);
}
