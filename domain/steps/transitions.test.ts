import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { TRANSITIONS } from "./transitions.ts";

type States = Record<string, { next: readonly string[]; resumed?: readonly string[] }>;

test("ARCHITECTURE.md shows the transitions of states that the code lists, and no others", () => {
  const listed = Object.entries<States>(TRANSITIONS).flatMap(([of, states]) =>
    Object.entries(states)
      .filter(([, { next, resumed = [] }]) => next.length + resumed.length > 0)
      .map(([state, { next, resumed = [] }]) => [of, `\`${state}\``, next.join(", "), resumed.join(", ")]),
  );
  const document = readFileSync(join(projectRoot, "ARCHITECTURE.md"), "utf8");
  const isOfTable = (line: string) => Object.keys(TRANSITIONS).some((of) => line.startsWith(`| ${of} `));
  const drawn = document.split("\n").filter(isOfTable);
  const cells = (row: string) =>
    row
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1);
  expect(drawn.map(cells)).toEqual(listed);
});

test("each state is reached from the first one, and what has ended for good is left by a resume only", () => {
  for (const [of, states] of Object.entries<States>(TRANSITIONS)) {
    const all = Object.entries(states);
    const reached = new Set(["new", ...all.flatMap(([, { next }]) => next)]);
    expect([of, ...reached].sort()).toEqual([of, ...all.map(([state]) => state)].sort());
  }
  for (const ended of ["completed", "failed", "canceled", "skipped"] as const) {
    expect(TRANSITIONS.job[ended].next).toEqual([]);
  }
});
