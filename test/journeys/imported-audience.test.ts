import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Belfry } from "#client/client.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { openDashboard } from "#test/support/open-dashboard.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// A newcomer connects a mail server, imports people from a file with faults, and sends to a topic of them.

const LINES = 1_000;
/** Lines of the file, from 1 with its header, whose address is none. */
const FAULTY = [14, 500, 777];
/** Every hundredth person has no address, which is no fault of the file. */
const hasAddress = (line: number) => line % 100 !== 50;

let product: SharedProduct;
let browser: Browser;
let page: Page;
let server: MailSink;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  [product, server] = await Promise.all([ownOrganization(), startMailSink({ addressesOnly: true })]);
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: null, reducedMotion: "reduce" });
  await openDashboard(page, product);
});
afterEach(async () => {
  await server?.stop();
});

const open = (path: string) => page.goto(`${product.dev.dashboardUrl}${path}`);
const addressOf = (line: number): string => {
  if (FAULTY.includes(line)) return `person ${line} at example.com`;
  return hasAddress(line) ? `person${line}@example.com` : "";
};
const lines = Array.from({ length: LINES }, (_, index) => index + 2);
const csv = [
  "Customer ID;E-Mail;First name;City",
  ...lines.map((line) => `p${line};${addressOf(line)};Grace;${line % 2 === 0 ? "Köln" : "Zürich"}`),
].join("\r\n");

test("from an empty organisation to a topic whose members all have an outcome", async () => {
  await open("integrations/new/nodemailer");
  await page.getByLabel("Host").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(server.port));
  await page.getByLabel("From email address").fill("shop@example.com");
  await page.getByLabel("Sender name").fill("Shop");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText(/ is connected, and sends in place of the demo provider$/).waitFor();

  await open("imports/new");
  await page
    .getByLabel("File of subscribers")
    .setInputFiles({ name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(csv, "latin1") });
  await page.getByRole("button", { name: /Field of City/ }).click();
  await page.getByRole("option", { name: "data.city" }).click();
  await page.getByRole("button", { name: "Check the file" }).click();
  const imported = LINES - FAULTY.length;
  await page.getByText(`${imported} to create, ${FAULTY.length} with problems`).waitFor();
  for (const line of FAULTY)
    await page
      .getByRole("row")
      .filter({ hasText: `${line}` })
      .first()
      .waitFor();
  await page.getByRole("button", { name: `Import ${imported} subscribers` }).click();
  await page.waitForURL(/\/imports\/[0-9a-f-]{36}$/);
  await page.reload();
  await page.getByText(`${imported} created, ${FAULTY.length} with problems`).waitFor({ timeout: 60_000 });

  await open("topics");
  await page.getByRole("button", { name: "Create topic" }).first().click();
  await page.getByLabel("Key").fill("crew");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("button", { name: "Add subscribers" }).first().click();
  const known = lines.filter((line) => !FAULTY.includes(line)).map((line) => `p${line}`);
  await page
    .locator("input[aria-label='File of ids']")
    .setInputFiles({ name: "ids.csv", mimeType: "text/csv", buffer: Buffer.from(known.join("\n")) });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText(`${imported} subscribers were added`).waitFor();

  const belfry = new Belfry(product.dev.apiKey, { apiUrl: product.dev.apiUrl });
  await belfry.v2.workflows.create({
    name: "Parcel sent",
    steps: [
      {
        name: "Mail",
        type: "email",
        controlValues: {
          editorType: "html",
          subject: "For {{ subscriber.firstName }}",
          body: "<p>{{ subscriber.data.city }}</p>",
        },
      },
    ],
  });
  await page.getByRole("button", { name: "Trigger a workflow …" }).click();
  await page.getByRole("button", { name: "Workflow Choose by name or identifier" }).click();
  await page.getByRole("option", { name: /Parcel sent/ }).click();
  await page.getByRole("button", { name: `Send to ${imported} subscribers` }).click();
  await page.waitForURL(/transactionId=/);
  // The list may have opened while the audience was still being worked through: what came since waits behind its button.
  const newer = page.getByRole("button", { name: /new runs?$/ });
  const completed = page.getByText("Completed", { exact: true }).first();
  await expect
    .poll(
      async () => {
        if (await newer.isVisible()) await newer.click();
        return completed.isVisible();
      },
      { timeout: 60_000 },
    )
    .toBe(true);

  const addressed = lines.filter((line) => !FAULTY.includes(line) && hasAddress(line));
  await expect.poll(() => server.taken(), { timeout: 120_000 }).toBe(addressed.length);
  expect([...server.counts().keys()].sort()).toEqual(addressed.map(addressOf).sort());
  // Those without an address have an outcome as well, and it says why.
  const transactionId = new URL(page.url()).searchParams.get("transactionId") ?? "";
  await open(`activity?transactionId=${transactionId}&failedAfter=2020-01-01T00:00:00.000Z`);
  await expect.poll(() => page.getByRole("row").filter({ hasText: "Skipped" }).count(), { timeout: 30_000 }).toBe(10);
  await page.getByRole("row").filter({ hasText: "Skipped" }).first().getByRole("link", { name: "Parcel sent" }).click();
  await page.getByText("Skipped: Grace has no email address.").first().waitFor();
});
