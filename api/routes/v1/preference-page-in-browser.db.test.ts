import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { preferenceLinkExpiry, signPreferenceToken } from "#db/preference-token.ts";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { accessibilityProblems } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { createTestEnvironment, startApp, testConfig } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

// An API of its own: it listens.
const server = await startApp();
const { app, db } = server;
const [base, browser] = await Promise.all([app.listen({ port: 0, host: "127.0.0.1" }), launchChromium()]);
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** The address of a page with everything that it can have, in the colour of its organisation. */
async function aPage(color: string, profile: Partial<typeof subscribers.$inferInsert> = {}) {
  const environment = await createTestEnvironment(db);
  const branding = { color };
  await db.update(organizations).set({ branding }).where(eq(organizations.id, environment.organizationId));
  const { id: subscriberId } = await createTestSubscriber(db, environment.scope);
  const weeklySchedule = { monday: { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] } };
  const hours = { isEnabled: true, weeklySchedule };
  await db
    .update(subscribers)
    .set({ email: "ada@example.com", hours, ...profile })
    .where(eq(subscribers.id, subscriberId));
  const { id: workflowId } = await aWorkflow(db, environment, [aStep("email"), aStep("sms")], { name: "Offers" });
  await aWorkflow(db, environment, [aStep("email"), aStep("in_app")], {
    name: "Orders",
    description: "What became of it",
  });
  await aWorkflow(db, environment, [aStep("sms")], { name: "Codes", critical: true });
  const owner = { environmentId: environment.environmentId, subscriberId, workflowId };
  return `${base}/v1/preferences-page/${signPreferenceToken(owner, testConfig.secret, preferenceLinkExpiry(new Date()))}`;
}

test.each([
  ["light", "#0a7cff", {}],
  ["light", "#ffe14d", { locale: "ar" }],
  ["dark", "#101010", { locale: "ja" }],
] as const)("every page is accessible, %s, with %s and %o", async (colorScheme, color, profile) => {
  const url = await aPage(color, profile);
  const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  const forbidden: string[] = [];
  page.on("console", (message) => message.type() === "error" && forbidden.push(message.text()));
  for (const address of [url, `${url}?done=saved&undo=x`, `${url}?q=nothing`, `${url}/one-click`]) {
    await page.goto(address);
    expect([address, await accessibilityProblems(page, ["best-practice"])]).toEqual([address, []]);
    const isTooWide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
    expect(isTooWide).toBe(false);
  }
  expect(forbidden).toEqual([]);
  await page.goto(`${base}/v1/preferences-page/x`);
  expect(await accessibilityProblems(page, ["best-practice"])).toEqual([]);
  await context.close();
});

test("what is clicked is at least 44 pixels high", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(await aPage("#0a7cff"));
  const targets = page.locator("button, a, .chip, label.row, .day label, input[type=time]");
  const heights = await targets.evaluateAll((all) =>
    all.filter((one) => (one as HTMLElement).offsetParent).map((one) => one.getBoundingClientRect().height),
  );
  expect(heights.length).toBeGreaterThan(10);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await page.close();
});

test("without JavaScript, switches are saved and taken back", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(await aPage("#0a7cff"));
  const email = page.getByRole("group", { name: "Orders" }).getByRole("checkbox", { name: "Email" });
  await email.uncheck();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Your settings are saved.").waitFor();
  expect(await email.isChecked()).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The change is undone.").waitFor();
  expect(await email.isChecked()).toBe(true);
  await context.close();
});

test("without JavaScript, a mail's link asks, and its button unsubscribes", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${await aPage("#0a7cff")}/one-click`);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByRole("heading", { name: "You are unsubscribed" }).waitFor();
  await page.getByRole("link", { name: "All settings" }).click();
  const offers = page.getByRole("group", { name: "Offers" });
  expect(await offers.getByRole("checkbox", { name: "Email" }).isChecked()).toBe(false);
  expect(await offers.getByRole("checkbox", { name: "SMS" }).isChecked()).toBe(true);
  await context.close();
});
