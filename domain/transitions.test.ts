import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { TRANSITIONS } from "./transitions.ts";

/** The table of ARCHITECTURE.md, as it follows from the transitions. */
function drawn(): string {
  const cells = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  const rows = Object.entries(TRANSITIONS).flatMap(([of, states]) =>
    Object.entries<{ next: readonly string[]; resumed?: readonly string[] }>(states)
      .filter(([, { next, resumed = [] }]) => next.length + resumed.length > 0)
      .map(([state, { next, resumed = [] }]) => cells([of, `\`${state}\``, next.join(", "), resumed.join(", ")])),
  );
  return [cells(["of", "from", "to", "by a resume"]), cells(["--", "--", "--", "--"]), ...rows].join("\n");
}

test("ARCHITECTURE.md shows the transitions of states that the code lists, and no others", () => {
  expect(readFileSync(join(projectRoot, "ARCHITECTURE.md"), "utf8")).toContain(`\n\n${drawn()}\n\n`);
});

test("each state is reached from the first one, and what has ended for good is left by a resume only", () => {
  for (const [of, states] of Object.entries(TRANSITIONS)) {
    const all = Object.entries<{ next: readonly string[]; resumed?: readonly string[] }>(states);
    const reached = new Set(["new", ...all.flatMap(([, { next }]) => next)]);
    expect([of, ...reached].sort()).toEqual([of, ...all.map(([state]) => state)].sort());
  }
  for (const ended of ["completed", "failed", "canceled", "skipped"] as const) {
    expect(TRANSITIONS.job[ended].next).toEqual([]);
  }
});
