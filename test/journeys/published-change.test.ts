import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Belfry } from "#client/client.ts";
import { expectAccessible } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/open-dashboard.ts";
import { eventually } from "#test/support/processes.ts";
import { sharedMailsTo } from "#test/support/shared-mails.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// A text that is changed in Development, approved by another member, published, and taken back.

const PASSWORD = "Difference-1822";

let product: SharedProduct;
let browser: Browser;
/** Who asks, and who approves. */
let ada: Page;
let grace: Page;
let address: string;
let belfry: Belfry;
let production: Belfry;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  address = `grace-${crypto.randomUUID()}@example.com`;
  product = await ownOrganization();
  const { apiUrl, apiKey, email, password, environmentId } = product.dev;
  const signedIn = await new Belfry({ apiUrl, token: () => undefined }).auth.signIn({ email, password });
  if (!("token" in signedIn)) throw new Error("The member has a second factor");
  const { token } = signedIn;
  const member = new Belfry({ apiUrl, token, environmentId });
  const target = (await member.environments.getAll()).find(({ type }) => type === "prod");
  if (!target) throw new Error("The organisation has no Production");
  production = new Belfry({ apiUrl, token, environmentId: target._id });
  await member.invites.create({ email: address, role: "admin" });
  belfry = new Belfry(apiKey, { apiUrl });
  [ada, grace] = await Promise.all([aPage(), aPage()]);
  await Promise.all([openDashboard(ada, product), join()]);
});

const aPage = async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  return context.newPage();
};

/** Grace follows the link of her invitation. */
async function join(): Promise<void> {
  const link = await eventually("the invitation arrives", 10_000, async () => {
    const mail = sharedMailsTo(address).at(-1) ?? "";
    return /http\S+\/auth\/invitation\/[\w-]+/.exec(mail)?.[0] ?? null;
  });
  await grace.goto(link);
  await grace.getByLabel("First name").fill("Grace");
  await grace.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await grace.keyboard.press("Enter");
  await grace.getByRole("navigation", { name: "Sections" }).waitFor();
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The text of the workflow in Production; undefined where it does not have the workflow. */
async function inProduction(): Promise<unknown> {
  const { workflows } = await production.v2.workflows.list();
  const [found] = workflows;
  if (!found) return undefined;
  const workflow = await production.v2.workflows.get(found.workflowId);
  return workflow.steps[0]?.controls.values.body;
}

test("a text is changed, asked for, seen and approved by another member, published, and reverted", async () => {
  const steps = [{ name: "Bell", type: "in_app" as const, controlValues: { body: "Your order was sent" } }];
  const { _id } = await belfry.v2.workflows.create({ name: "Order shipped", steps });
  const sections = ada.getByRole("navigation", { name: "Sections" });
  await sections.getByRole("link", { name: "Changes" }).click();
  await ada.getByRole("checkbox", { name: "Select Order shipped" }).waitFor();
  await expectAccessible(ada);
  await press(ada, "Require approval …");
  await press(ada, "Require approval");
  await ada.getByText("Publishing to Production needs the approval of another member.").waitFor();

  const publish = async (note: string) => {
    await ada.goto(`${product.dev.dashboardUrl}changes`);
    const row = ada.getByRole("row").filter({ hasText: "Order shipped" });
    await row.getByRole("checkbox").press("Space");
    await press(ada, "Ask to publish 1 …");
    await ada.getByLabel("Note (optional)").fill(note);
    await press(ada, "Ask for approval");
    await ada.getByText("Waiting for approval").waitFor();
  };
  const approve = async (note: string) => {
    await grace.goto(`${product.dev.dashboardUrl}changes/publications`);
    await grace.getByRole("row").filter({ hasText: note }).getByRole("link").click();
    await press(grace, "Approve …");
    await press(grace, "Publish to Production");
    await grace.getByText("The publication was approved").waitFor();
  };
  await publish("First version");
  expect(await inProduction()).toBeUndefined();
  await approve("First version");
  expect(await inProduction()).toBe("Your order was sent");

  const workflow = await belfry.v2.workflows.get(_id);
  const [bell] = workflow.steps;
  const controlValues = { body: "Your order is on its way" };
  await belfry.v2.workflows.update(_id, { ...workflow, steps: [{ ...bell, controlValues }] } as never);
  await ada.goto(`${product.dev.dashboardUrl}changes`);
  await ada.getByText("Changed body of Bell").waitFor();
  await ada.getByRole("link", { name: "Order shipped" }).click();
  const difference = ada.getByRole("region", { name: "Order shipped, before and after" });
  await difference.getByText("is on its way").first().waitFor();
  await expectAccessible(ada);
  await publish("Friendlier words");
  // Who asks does not approve.
  expect(await ada.getByRole("button", { name: "Approve …" }).count()).toBe(0);
  await approve("Friendlier words");
  await expectAccessible(grace);
  expect(await inProduction()).toBe("Your order is on its way");

  await press(grace, "Revert …");
  await press(grace, "Revert 1 item");
  await grace.getByText("Production has what it had before").waitFor();
  expect(await inProduction()).toBe("Your order was sent");
});
