import type { Locator, Page } from "playwright-core";

const PRESSES_MAX = 100;

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Types behind what a field holds. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Types in place of what a field holds. */
export async function typeInstead(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Types at the end of a code field, once its editor is there. */
export async function typeCode(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, codeField(page, label));
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(text);
}

/** The editor of a code field: before it is loaded, a plain field stands in its place. */
export const codeField = (page: Page, label: string): Locator =>
  page.locator(".cm-content").and(page.getByLabel(label, { exact: true }));

export async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
}

export async function followLink(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole("link", { name, exact: true }));
  await page.keyboard.press("Enter");
}

/** Chooses an item of the open menu by its first letters. */
export async function chooseItem(page: Page, item: string): Promise<void> {
  await page.locator("[role=menu]:focus, [role=menu] :focus").waitFor();
  await page.keyboard.type(item.slice(0, 4));
  await page.keyboard.press("Enter");
}

/** Opens the command palette. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("option").first().waitFor();
}
