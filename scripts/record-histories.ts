import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkflowHandle } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { loadConfig, projectRoot } from "#config.ts";
import { cohortExecutionId } from "#engine/ids.ts";
import { type Shape, shapes } from "#test/replay/shapes.ts";
import { withWorker } from "#test/support/run-workflow.ts";
import { findTestServer } from "./servers/temporal-cli.ts";

// Records an execution of each shape with today's code. Run it for a new shape, or for a version that is about to be
// released; a recorded history is what customers have in flight, so an existing one is never recorded anew to please a
// changed workflow. Usage: npm run test:record -- <version> [shape...]

// Production mode would ask for secrets, which executions of a test server do without.
process.env.BELFRY_MODE = "development";

const [version, ...wanted] = process.argv.slice(2);
if (version === undefined) throw new Error("Name the version whose executions these are: npm run test:record -- 0.2.0");
const folder = join(projectRoot, "test/replay/histories", version);

const path = await findTestServer(loadConfig(), console.log);
const env = await TestWorkflowEnvironment.createTimeSkipping({
  server: { executable: { type: "existing-path", path } },
});
await mkdir(folder, { recursive: true });
try {
  for (const [name, shape] of Object.entries<Shape>(shapes)) {
    if (wanted.length === 0 || wanted.includes(name)) await record(name, shape);
  }
} finally {
  await env.teardown();
}

async function record(name: string, shape: Shape): Promise<void> {
  await withWorker(
    env,
    shape.activities(() => env.currentTimeMs()),
    async (start) => {
      const execution = await start(shape.input, shape.type, shape.args);
      if (shape.meanwhile) {
        await hasTimer(execution);
        await shape.meanwhile(execution);
      }
      // One that was cancelled rejects, which is the end of its history all the same.
      await execution.result().catch(() => {});
      await save(name, execution.workflowId);
      if (shape.hasCohorts) await save(`${name}.cohort`, cohortExecutionId(execution.workflowId, 0));
    },
  );
}

async function hasTimer(execution: WorkflowHandle): Promise<void> {
  for (;;) {
    const { events } = await execution.fetchHistory();
    if (events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes)) return;
    await sleep(50);
  }
}

async function save(file: string, workflowId: string): Promise<void> {
  const history = await env.client.workflow.getHandle(workflowId).fetchHistory();
  // The id belongs to the recording: ids of child executions follow from it.
  const recording = { workflowId, ...JSON.parse(historyToJSON(history)) };
  // Who recorded, and where, is nobody else's business: stack traces have paths of this checkout, workers the name of the machine.
  const text = JSON.stringify(recording, null, 2)
    .replaceAll(`${projectRoot}/`, "")
    .replaceAll(/"identity": "[^"]*"/g, '"identity": "worker"');
  await writeFile(join(folder, `${file}.json`), `${text}\n`);
  console.log(`${file}: ${history.events?.length ?? 0} events`);
}
