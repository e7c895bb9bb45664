import { createHmac } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Belfry } from "#client/client.ts";
import { expectAccessible } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { openDashboard } from "#test/support/open-dashboard.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// An address that bounced for good, from the provider's report to the next mail.

const KEY = "key-of-the-receiver";
const Mail = z.object({ id: z.string(), to: z.array(z.string()) });

let product: SharedProduct;
let browser: Browser;
let page: Page;
let provider: FakeVendor;
let belfry: Belfry;
/** Those that the provider has taken. */
let mails: z.infer<typeof Mail>[];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  mails = [];
  [product, provider] = await Promise.all([ownOrganization(), startFakeVendor()]);
  provider.answer = (_request, body, response) => {
    mails.push(Mail.parse(JSON.parse(body)));
    response.end();
  };
  belfry = new Belfry(product.dev.apiKey, { apiUrl: product.dev.apiUrl });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: null, reducedMotion: "reduce" });
  await openDashboard(page, product);
});
afterEach(async () => {
  provider?.close();
});

/** Reports the end of a mail as the provider does. */
async function report(reportUrl: string, event: object): Promise<void> {
  const body = JSON.stringify(event);
  const signature = createHmac("sha256", KEY).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-belfry-signature": signature };
  const reply = await fetch(reportUrl, { method: "POST", headers, body });
  expect(reply.status).toBeLessThan(300);
}

/** Triggers the workflow for Ada, and opens its run once it has ended as the list of runs says it. */
async function trigger(name: string, ended: string): Promise<void> {
  const { transactionId } = await belfry.trigger(name, {
    to: { subscriberId: "ada", email: "Ada@example.com" },
    payload: {},
  });
  await page.goto(`${product.dev.dashboardUrl}activity?transactionId=${transactionId}`);
  const row = page.getByRole("row").filter({ hasText: "ada" });
  await row.getByText(ended, { exact: true }).first().waitFor();
  await row.getByRole("link", { name: "Parcel sent" }).click();
}

test("a bounce suppresses the address, a member lifts it, and the next mail goes out", async () => {
  const { _id: integrationId } = await belfry.integrations.create("email-webhook", {
    channel: "email",
    name: "Receiver",
    credentials: { webhookUrl: provider.url, secretKey: KEY, from: "shop@example.com", senderName: "Shop" },
    active: true,
    check: false,
  });
  // A new organisation sends by the demo provider.
  await belfry.integrations.setIntegrationAsPrimary(integrationId);
  const { reportUrl = "" } = (await belfry.integrations.getAll()).find(({ _id }) => _id === integrationId) ?? {};
  const { workflowId } = await belfry.v2.workflows.create({
    name: "Parcel sent",
    steps: [
      { name: "Mail", type: "email", controlValues: { editorType: "html", subject: "Parcel", body: "<p>Sent</p>" } },
    ],
  });

  await trigger(workflowId, "Completed");
  await expect.poll(() => mails.length).toBe(1);
  await report(reportUrl, { id: mails[0]?.id, event: "bounced", permanent: true, response: "550 5.1.1 No such user" });

  // The next one is left out, and its run says why.
  await trigger(workflowId, "Skipped");
  await page.getByText("Skipped: nothing is sent to the email address any more: it bounced for good.").waitFor();
  expect(mails).toHaveLength(1);

  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Integrations" }).click();
  await page.getByRole("link", { name: "Suppressed addresses" }).click();
  const entry = page.getByRole("row").filter({ hasText: "ada@example.com" });
  await entry.getByText("550 5.1.1 No such user").waitFor();
  await expectAccessible(page);
  await entry.getByRole("button", { name: "Lift ada@example.com" }).click();
  await page.getByLabel("Why (optional)").fill("The mailbox exists again");
  await page.getByRole("button", { name: "Lift suppression" }).click();
  await page.getByText("Messages are sent to ada@example.com again").waitFor();
  await page.getByText("Nothing is suppressed").waitFor();

  await trigger(workflowId, "Completed");
  await expect.poll(() => mails.length).toBe(2);
});
