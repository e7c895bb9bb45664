import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { loadConfig, projectRoot } from "#config.ts";
import { cohortRunId } from "#engine/ids.ts";
import { standingQuery } from "#engine/messages.ts";
import { type Shape, shapes } from "#test/replay/shapes.ts";
import { withWorker } from "#test/support/run-workflow.ts";
import { findTestServer } from "./temporal-cli.ts";

// Records an execution of each shape with today's code. Run it for a new shape, or for a version that is about to be
// released; a recorded history is what customers have in flight, so an existing one is never recorded anew to please a
// changed workflow. Usage: npm run test:record -- <label> [shape...]

const folder = join(projectRoot, "test/replay/histories");
const [label = "first", ...wanted] = process.argv.slice(2);

const path = await findTestServer(loadConfig(), console.log);
const env = await TestWorkflowEnvironment.createTimeSkipping({
  server: { executable: { type: "existing-path", path } },
});
await mkdir(folder, { recursive: true });
for (const [name, shape] of Object.entries<Shape>(shapes)) {
  if (wanted.length === 0 || wanted.includes(name)) await record(name, shape);
}
await env.teardown();

async function record(name: string, shape: Shape): Promise<void> {
  await withWorker(
    env,
    shape.activities(() => env.currentTimeMs()),
    async (start) => {
      const handle = await start({ audience: shape.audience, steps: shape.steps });
      if (shape.cancel) await handle.signal(shape.cancel);
      await handle.result();
      await save(`${label}.${name}`, handle.workflowId);
      const { cohorts } = await handle.query(standingQuery);
      if (cohorts.started > 0) await save(`${label}.${name}.cohort`, cohortRunId(handle.workflowId, 0));
    },
  );
}

async function save(file: string, workflowId: string): Promise<void> {
  const history = await env.client.workflow.getHandle(workflowId).fetchHistory();
  // The id belongs to the recording: ids of child executions follow from it.
  const recording = { workflowId, ...JSON.parse(historyToJSON(history)) };
  await writeFile(join(folder, `${file}.json`), `${JSON.stringify(recording, null, 2)}\n`);
  console.log(`${file}: ${history.events?.length ?? 0} events`);
}
