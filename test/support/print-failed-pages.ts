import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, inject } from "vitest";
import { openPages } from "./chromium.ts";

/** Of what a product has printed: what is older says little about the failure. */
const LAST_CHARACTERS = 4_000;

// A journey that fails once in a hundred runs is explained by what its pages showed and its products printed, which are gone afterwards.
beforeEach(({ onTestFailed }) => {
  const begunAt = Date.now();
  onTestFailed(async ({ task }) => {
    const pages = await Promise.all(
      openPages().map(async (page) => {
        const shown = page.locator("body").ariaSnapshot({ timeout: 5_000 });
        return `${page.url()}\n${await shown.catch(String)}`;
      }),
    );
    const parts = [...pages.map((page) => `The page ${page}`), ...printedSince(begunAt)];
    process.stderr.write(`\nAs "${task.name}" failed:\n${parts.join("\n\n")}\n\n`);
  });
});

/** The end of what each product has printed that printed something since. */
function printedSince(time: number): string[] {
  const outputs = join(inject("runFolder"), "output");
  const files = readdirSync(outputs, { recursive: true, encoding: "utf8" }).map((name) => join(outputs, name));
  return files
    .filter((file) => statSync(file).isFile() && statSync(file).mtimeMs >= time)
    .map((file) => `${file} ends with\n${readFileSync(file, "utf8").slice(-LAST_CHARACTERS)}`);
}
