import { writeFile } from "node:fs/promises";
import { bundleWorkflowCode } from "@temporalio/worker";
import { bundleOptions } from "./workflow-bundle.ts";

// Writes the workflow code as one file: node --import tsx engine/bundle-workflows.ts <file>. See workflow-bundle.ts.

const [file] = process.argv.slice(2);
if (!file) throw new Error("Say where to write the bundle: node --import tsx engine/bundle-workflows.ts <file>");
const { code } = await bundleWorkflowCode(bundleOptions);
await writeFile(file, code);
