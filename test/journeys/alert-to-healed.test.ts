import { createHmac } from "node:crypto";
import type { Browser, Locator, Page } from "playwright-core";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Belfry } from "#client/client.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { openDashboard } from "#test/support/open-dashboard.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// A provider refuses, and a member is alerted, sees why, mends it and has everything sent that was not.

const PEOPLE = 40;
const KEY = "the-right-key";
const Mail = z.object({ to: z.array(z.string()) });

let product: SharedProduct;
let browser: Browser;
let page: Page;
let provider: FakeVendor;
let slack: FakeVendor;
let sql: postgres.Sql;
/** The addresses of mails that the provider has taken. */
let taken: string[];
let alerts: string[];
let clicks: number;
const click = async (what: Locator) => {
  clicks += 1;
  await what.click();
};

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  [taken, alerts, clicks] = [[], [], 0];
  [product, provider, slack] = await Promise.all([ownOrganization(), startFakeVendor(), startFakeVendor()]);
  provider.answer = ({ headers }, body, response) => {
    const signature = createHmac("sha256", KEY).update(body).digest("hex");
    if (headers["x-belfry-signature"] !== signature && headers["x-novu-signature"] !== signature) {
      response.writeHead(401).end("The signature does not match the key");
      return;
    }
    taken.push(...Mail.parse(JSON.parse(body)).to);
    response.end();
  };
  slack.answer = (_request, body, response) => {
    alerts.push(z.object({ text: z.string() }).parse(JSON.parse(body)).text);
    response.end("ok");
  };
  sql = postgres(product.dev.databaseUrl, { max: 1 });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: null, reducedMotion: "reduce" });
  await openDashboard(page, product);
});
afterEach(async () => {
  provider?.close();
  slack?.close();
  await sql?.end();
});

/** Has an hour pass for what has failed: failures are counted five minutes after they happened. */
const letAnHourPass = () => sql`
  update jobs set finished_at = finished_at - interval '1 hour'
  where environment_id = ${product.dev.environmentId} and status = 'failed'`;

test("from an alert to everything healed, with six clicks, and nobody got anything twice", async () => {
  const belfry = new Belfry(product.dev.apiKey, { apiUrl: product.dev.apiUrl });
  const { _id: integrationId } = await belfry.integrations.create("email-webhook", {
    channel: "email",
    name: "Receiver",
    credentials: { webhookUrl: provider.url, secretKey: "an-old-key", from: "shop@example.com", senderName: "Shop" },
    active: true,
    check: false,
  });
  await belfry.integrations.setIntegrationAsPrimary(integrationId);
  for (const one of await belfry.integrations.getAll()) {
    if (one.channel === "email" && one._id !== integrationId) await belfry.integrations.delete(one._id);
  }
  const rule = { name: "On call", events: ["failure_group.created" as const], slackUrl: slack.url };
  await belfry.alertRules.create(rule);
  const { workflowId } = await belfry.v2.workflows.create({
    name: "Parcel sent",
    steps: [
      { name: "Mail", type: "email", controlValues: { editorType: "html", subject: "Parcel", body: "<p>Sent</p>" } },
    ],
  });
  const to = Array.from({ length: PEOPLE }, (_, at) => ({ subscriberId: `p${at}`, email: `p${at}@example.com` }));
  await belfry.trigger(workflowId, { to, payload: {} });
  const failedSteps = async () =>
    (
      await sql`select from jobs where environment_id = ${product.dev.environmentId} and type = 'email' and status = 'failed'`
    ).length;
  await expect.poll(failedSteps, { timeout: 60_000 }).toBe(PEOPLE);
  expect(taken).toEqual([]);
  await letAnHourPass();

  await expect.poll(() => alerts.length, { timeout: 180_000, interval: 500 }).toBe(1);
  const [alert = ""] = alerts;
  expect(alert).toContain("The signature does not match the key");
  const [, link = ""] = /<(http[^|]+)\|/.exec(alert) ?? [];
  const begun = performance.now();
  clicks += 1;
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "The signature does not match the key" }).waitFor();
  await click(page.getByRole("link", { name: "Receiver" }));
  await page.getByLabel("Secret Hmac Key").fill(KEY);
  await click(page.getByRole("button", { name: "Save" }));
  await page.getByText("Receiver was saved").waitFor();
  // Past the list of integrations, which saving leads to.
  await page.goBack();
  await page.goBack();
  await click(page.getByRole("button", { name: "Resume these runs …" }));
  const speed = page.getByRole("button", { name: /^Speed|At once/ });
  await speed.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Over 1 m");
  await page.keyboard.press("Enter");
  await click(page.getByRole("button", { name: `Resume ${PEOPLE} runs` }));
  await page.getByText(`${PEOPLE} of ${PEOPLE}`, { exact: false }).first().waitFor({ timeout: 120_000 });
  const seconds = (performance.now() - begun) / 1_000;
  expect(clicks).toBeLessThanOrEqual(6);

  await expect.poll(() => taken.length, { timeout: 60_000 }).toBe(PEOPLE);
  await expect.poll(failedSteps, { timeout: 30_000 }).toBe(0);
  expect([...taken].sort()).toEqual(to.map(({ email }) => email).sort());
  await page.goto(`${product.dev.dashboardUrl}activity?failedAfter=2020-01-01T00:00:00.000Z`);
  await page.getByText("No runs match").waitFor();
  expect(alerts).toHaveLength(1);
  // A minute of them is the time over which the runs are spread.
  expect(seconds).toBeLessThan(150);
});
