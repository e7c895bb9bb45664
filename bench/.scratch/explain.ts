import { cpSync, readdirSync } from "node:fs";
import { createCustomer } from "../customer.ts";
import { measureBroadcast } from "../measures/broadcast.ts";
import { measureEmailBroadcast } from "../measures/email-broadcast.ts";
import { readOptions } from "../options.ts";
import { openStage } from "./stage.ts";
process.env.PROF_PG = JSON.stringify({ shared_preload_libraries: "auto_explain", "auto_explain.log_min_duration": "25", "auto_explain.log_analyze": "on", "auto_explain.log_buffers": "on", "auto_explain.log_timing": "on", log_autovacuum_min_duration: "0" });
const options = readOptions(["--only", "a"]);
const stage = await openStage();
try {
  const customer = await createCustomer(stage, options.sizes.subscribers);
  const ground = { stage, customer, sizes: options.sizes };
  for (const make of [measureBroadcast, measureEmailBroadcast]) {
    const m = await make(ground);
    console.log(await m.round(), await m.round());
    await m.close?.();
  }
  const dir = stage.env.BELFRY_DATA_DIR!;
  for (const f of readdirSync(dir)) if (f.endsWith(".log")) cpSync(`${dir}/${f}`, `/tmp/prof/${f}`);
} finally { await stage.stop(); }
