import { readFileSync } from "node:fs";
import { z } from "zod";

/** Belfry's version, as package.json names it. */
export const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))).version;
