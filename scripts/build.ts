import { join } from "node:path";
import { projectRoot } from "#config.ts";
import { buildServer } from "./build-server.ts";
import { buildFrontEnds } from "./front-ends.ts";
import { buildPackage, packageNames } from "./packages/build-package.ts";
import { explain } from "./problem.ts";

// `npm run build`: dashboard, inbox and server into `dist`, which `npm run api` and `npm run worker` run; and the packages that
// people install into the `dist` of their folders.

try {
  await buildFrontEnds(console.log, new AbortController().signal);
  console.log("Building the server ...");
  await buildServer(join(projectRoot, "dist/server"));
  for (const name of packageNames) {
    console.log(`Building @belfry/${name} ...`);
    await buildPackage(name);
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
