import { beforeEach, inject } from "vitest";
import { openPages } from "./chromium.ts";
import { printedSince } from "./processes.ts";

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
    const parts = [...pages.map((page) => `The page ${page}`), ...printedSince(inject("runFolder"), begunAt)];
    process.stderr.write(`\nAs "${task.name}" failed:\n${parts.join("\n\n")}\n\n`);
  });
});
