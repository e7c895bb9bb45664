import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest in their project, of those that vitest would begin late: it takes the largest first where it has not run them before. */
const SLOW = [
  ...["stop", "screens", "newcomer", "kills", "tabs", "catalogue", "production", "packages"].map(
    (name) => `/test/journeys/${name}.test.ts`,
  ),
  "/activities/http-steps.db.test.ts",
  "/activities/lanes.db.test.ts",
  "/api/access.db.test.ts",
  "/dashboard/every-form.test.tsx",
  "/engine/faults.db.test.ts",
  "/engine/lanes.db.test.ts",
  "/engine/resumption.db.test.ts",
];

/** Begins slow files first within their project: one that ends long after the others leaves a processor idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((path) => moduleId.endsWith(path));
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))];
    });
  }
}
