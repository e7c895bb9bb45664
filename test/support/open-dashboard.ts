import type { Page } from "playwright-core";
import type { SharedProduct } from "./shared-product.ts";

/** Signs in on the sign-in page. */
export async function signIn(
  page: Page,
  { email, password }: Pick<SharedProduct["dev"], "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

/** Opens the dashboard as the product's demo member. */
export async function openDashboard(page: Page, { dev }: SharedProduct): Promise<void> {
  await page.goto(dev.dashboardUrl);
  await signIn(page, dev);
  await page.getByRole("navigation", { name: "Sections" }).waitFor();
}
