import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { inTurn } from "./in-turn.ts";

/**
 * Returns what axe finds on a page by the rules of WCAG 2.2 AA, shadow roots included: rule, element and remedy.
 * @param more tags of further rules
 */
export async function accessibilityProblems(page: Page, more: readonly string[] = []): Promise<string[]> {
  // Through the debugger and not as a script of the page, whose policy forbids scripts of others.
  if (!(await page.evaluate(`"axe" in window`))) await page.evaluate(axe.source);
  const rules = JSON.stringify(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", ...more]);
  const found = await page.evaluate<{ id: string; nodes: { target: unknown; failureSummary?: string }[] }[]>(
    // Describing what passes, too, takes as long as the checks.
    `axe.run({ runOnly: ${rules}, resultTypes: ["violations"] }).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
}

const THEMES = ["dark", "light"] as const;
/** How often each page was checked. */
const checks = new WeakMap<Page, number>();

/** Fails on what axe finds on a page of the dashboard, best practices included: by day in one theme, each time in the other one. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = checks.get(page) ?? 0;
  checks.set(page, before + 1);
  for (const theme of inTurn(THEMES, before)) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    expect(await accessibilityProblems(page, ["best-practice"])).toEqual([]);
  }
}
