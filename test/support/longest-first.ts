import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest in their project, of those that vitest would begin late: it takes the largest first where it has not run them before. */
const SLOW = [
  ...["stop", "screens", "newcomer", "kills", "tabs", "catalogue", "production", "packages"].map(
    (name) => `/test/journeys/${name}.test.ts`,
  ),
  "/api/access.db.test.ts",
  "/dashboard/every-form.test.tsx",
];
/** Files that take long because they wait: several at once leave the processors idle. */
const WAITING = ["activities/http-steps", "engine/faults", "activities/lanes", "engine/lanes", "engine/resumption"].map(
  (name) => `/${name}.db.test.ts`,
);
/** Files between two of those that wait. */
const BETWEEN = 20;

const isAmong = (paths: readonly string[], { moduleId }: TestSpecification) =>
  paths.some((path) => moduleId.endsWith(path));

/** Begins slow files first within their project: one that ends long after the others leaves a processor idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const slow = own.filter((file) => isAmong(SLOW, file));
      const waiting = own.filter((file) => isAmong(WAITING, file));
      const others = own.filter((file) => !slow.includes(file) && !waiting.includes(file));
      for (const [index, file] of waiting.entries()) others.splice(index * (BETWEEN + 1), 0, file);
      return [...slow, ...others];
    });
  }
}
