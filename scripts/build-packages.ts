import { buildPackage, packageNames } from "./packages/build-package.ts";
import { explain, Problem } from "./problem.ts";

// `npm pack`: the packages that people install, each into the `dist` of its folder. With names, these alone. Programs read what
// `npm pack` prints on its standard output.

try {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !packageNames.some((known) => known === name));
  if (unknown.length > 0)
    throw new Problem(`No package is named ${unknown.join(", ")}: choose of ${packageNames.join(", ")}`);
  for (const name of packageNames)
    if (wanted.length === 0 || wanted.includes(name)) await buildPackage(name, console.error);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
