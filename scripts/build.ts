import { buildServer } from "./build-server.ts";
import { buildFrontEnds } from "./front-ends.ts";
import { buildPackage, packageNames } from "./packages/build-package.ts";
import { explain } from "./problem.ts";

// `npm run build`: dashboard, inbox and server into `dist`, which `npm run api` and `npm run worker` run; and the packages that
// people install into the `dist` of their folders.

try {
  await buildFrontEnds(console.log, new AbortController().signal);
  await buildServer(console.log);
  for (const name of packageNames) await buildPackage(name, console.log);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
