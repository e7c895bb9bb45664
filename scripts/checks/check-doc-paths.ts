import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";
import { filesBelow, notOurs } from "../files.ts";
import { missingPaths } from "./missing-paths.ts";
import { isSource } from "./prose.ts";

// Documents, comments and titles of tests name files so that a reader can open them: every file that they name has to exist.

const folders = readdirSync(projectRoot, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^\w/.test(entry.name) && !notOurs.has(entry.name))
  .map(({ name }) => name);

const known = new Map<string, boolean>();
function exists(path: string): boolean {
  const answer = known.get(path) ?? existsSync(join(projectRoot, path));
  known.set(path, answer);
  return answer;
}

const issues = filesBelow(".")
  .filter((file) => file.endsWith(".md") || isSource(file))
  .flatMap((file) =>
    missingPaths(file, readFileSync(join(projectRoot, file), "utf8"), { folders, exists }).map(
      ({ path, line }) =>
        `${file}:${line} names ${path}, which does not exist: correct the path, or what is said about it.`,
    ),
  );
for (const issue of new Set(issues)) console.error(issue);
process.exitCode = issues.length === 0 ? 0 : 1;
