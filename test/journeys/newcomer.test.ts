import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectAccessible } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import {
  chooseItem,
  codeField,
  followLink,
  openPalette,
  pressButton,
  tabTo,
  typeCode,
  typeInstead,
  typeInto,
} from "#test/support/keyboard.ts";
import { collectErrors } from "#test/support/page-errors.ts";
import { type SharedProduct, sharedProduct } from "#test/support/shared-product.ts";

// A newcomer's first quarter of an hour with the dashboard, by the keyboard alone: no call of the API, no address typed.

const PASSWORD = "Analytical-1843";
/** The subscriber whose bell getting started shows. */
const SUBSCRIBER = "demo-subscriber";

/** On a slow machine, a layout is saved before the place for its content is typed. */
const REFUSED_LAYOUT = /400 \(Bad Request\) \(.*\/v2\/layouts\//;

let product: SharedProduct;
let browser: Browser;
let page: Page;
let email: string;
let errors: string[];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  email = `ada-${crypto.randomUUID()}@example.com`;
  product = await sharedProduct();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  errors = collectErrors(page);
});

const heading = (name: string, level = 1) => page.getByRole("heading", { level, name, exact: true });
const saved = () => page.getByText(/^Saved /).waitFor();
/** A step's place on the canvas, with what it did in the run that is shown. */
const card = (name: string) =>
  page.locator("li:not(:has(li))").filter({ has: page.getByRole("link", { name, exact: true }) });

async function signUp(): Promise<void> {
  await page.goto(product.dev.dashboardUrl);
  await heading("Sign in to Belfry").waitFor();
  await expectAccessible(page);
  await followLink(page, "Create an account");

  await heading("Create an account").waitFor();
  await typeInto(page, "First name", "Ada");
  await typeInto(page, "Email", ` ${email.toUpperCase()}`);
  await typeInto(page, "Password", PASSWORD.toLowerCase());
  await page.getByText("An uppercase letter: not met yet").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await expectAccessible(page);
  await pressButton(page, "Create the account");
  await page.getByText("Password does not meet all rules below").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");

  await heading("Create your organisation").waitFor();
  await expectAccessible(page);
  await typeInto(page, "Name of the organisation", "Analytical Engines");
  await page.keyboard.press("Enter");

  await heading("Home").waitFor();
  await page
    .getByRole("button", { name: /Environment: Development/ })
    .first()
    .waitFor();
  await expectAccessible(page);
}

async function openBell(): Promise<void> {
  await tabTo(page, page.locator("belfry-inbox"));
  await page.keyboard.press("Enter");
}

/** A part of a notification in the list of the bell, and not what screen readers are told beside it. */
const inBell = (part: "subject" | "body", text: string) => page.locator(`[part=${part}]`, { hasText: text });

/** Follows home to getting started, sends the demo event, and sees it in the bell beside the steps. */
async function sendFirstNotification(): Promise<void> {
  await followLink(page, "Send the first notification");
  await heading("Getting started").waitFor();
  await expectAccessible(page);
  await pressButton(page, "Create the workflow and send");
  await page.getByText("The event arrived").waitFor();
  await page.getByText("It is there: open the bell").waitFor();
  await openBell();
  await inBell("body", "Hello Ada, welcome to Belfry.").waitFor();
  await page.getByText("The notification was seen").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("3 of 5 done").waitFor();
  await expectAccessible(page);
}

async function createWorkflow(): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await heading("Workflows").waitFor();
  await page.getByRole("link", { name: "Welcome", exact: true }).waitFor();
  await page.keyboard.press("c");
  await heading("New workflow").waitFor();
  await typeInto(page, "Name", "Order shipped");
  await expectAccessible(page);
  await pressButton(page, "Create workflow");
  await heading("Order shipped").waitFor();
}

async function addDigest(): Promise<void> {
  await pressButton(page, "Add step at the beginning");
  await expectAccessible(page);
  await chooseItem(page, "Digest");
  await heading("Digest", 2).waitFor();
  await typeInstead(page, "Collects for: amount", "2");
  await tabTo(page, page.getByRole("button", { name: /Collects for: unit/ }));
  await page.keyboard.type("sec");
  await page
    .getByText(/2 seconds/)
    .first()
    .waitFor();
  // No event has come yet, and the panel says what to do.
  await pressButton(page, "Simulate");
  await page.getByText(/^No event came in the last seven days/).waitFor();
  await expectAccessible(page);
  // Escape closes the step, and its card is where the keyboard goes on.
  await page.keyboard.press("Escape");
  await heading("Digest", 2).waitFor({ state: "detached" });
  await page
    .locator(":focus")
    .and(page.getByRole("link", { name: "Digest", exact: true }))
    .waitFor();
}

async function addInApp(): Promise<void> {
  await page.keyboard.press("a");
  await chooseItem(page, "In-app");
  await heading("In-app", 2).waitFor();
  await typeCode(page, "Subject", "Order {{payload.number}}");
  await typeCode(page, "Body", "It left");
  await saved();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByText("Order {{payload.number}}").first().waitFor();
}

async function addBranch(): Promise<void> {
  await page.keyboard.press("a");
  await chooseItem(page, "Branch");
  await heading("Branch", 2).waitFor();
  await page.getByRole("region", { name: "Branch Branch A" }).waitFor();
  await page.getByRole("button", { name: "1 issue" }).waitFor();
  await pressButton(page, "Add condition");
  // The new condition has the focus.
  await page
    .locator(":focus")
    .and(page.getByRole("combobox", { name: "Condition 1 of group 1: field" }))
    .waitFor();
  await page.keyboard.type("payload.number");
  await typeCode(page, "Condition 1 of group 1: value", "7");
  await page.getByRole("region", { name: "Branch Branch A" }).getByText("if payload.number is 7").waitFor();
  await page.getByRole("button", { name: "1 issue" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
}

async function addEmailToBranch(): Promise<void> {
  await pressButton(page, "Add step at the beginning of Branch A");
  await chooseItem(page, "Email");
  await heading("Email", 2).waitFor();
  await typeCode(page, "Subject", "Number {{payload.number}} left");
  await typeCode(page, "Body", "<p>Look out for it.</p>");
  await page.getByRole("button", { name: /issue/ }).waitFor({ state: "detached" });
  await saved();
  await expectAccessible(page);
  const lane = page.getByRole("region", { name: "Branch Branch A" });
  await expect
    .poll(async () => {
      // The first one may close names that are about to be offered.
      await page.keyboard.press("Escape");
      return lane.isVisible();
    })
    .toBe(true);
  await lane.getByText("Number {{payload.number}} left").waitFor();
}

async function runTest(): Promise<void> {
  await tabTo(page, page.getByRole("tab", { name: "Steps" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, page.getByRole("radio", { name: "Dry" }));
  await chooseSubscriber();
  await typeInstead(page, "number", "7");
  await expectAccessible(page);
  await pressButton(page, "Run dry test");
  await seeWhatWouldBe();
  await tabTo(page, page.getByRole("tab", { name: "Steps" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, page.getByRole("radio", { name: "Dry" }));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByRole("checkbox", { name: "Skip delays" }));
  await page.keyboard.press("Space");
  await chooseSubscriber();
  await typeInstead(page, "number", "7");
  await tabTo(page, page.getByRole("button", { name: /^Send live test to / }));
  await page.keyboard.press("Enter");
  await page.getByText(/^Run for /).waitFor();
}

async function chooseSubscriber(): Promise<void> {
  await tabTo(page, page.getByRole("radio", { name: "Me", exact: true }));
  await page.keyboard.press("ArrowDown");
  await pressButton(page, "Subscriber Choose by name or id");
  await page.locator("input[type=search]:focus").waitFor();
  await page.keyboard.type(SUBSCRIBER);
  await page.getByRole("option").filter({ hasText: SUBSCRIBER }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** The card of each step has its sentence, and nothing has been sent. */
async function seeWhatWouldBe(): Promise<void> {
  await page.getByText("Dry test").waitFor();
  await card("Digest")
    .getByText(/^Would wait .*; skipped in this test\.$/)
    .waitFor({ timeout: 20_000 });
  await card("In-app")
    .getByText(/^Would appear in the inbox of /)
    .waitFor({ timeout: 20_000 });
  await card("Email")
    .getByText(/^Would send by /)
    .waitFor({ timeout: 20_000 });
  await expectAccessible(page);
}

async function seeItArrive(): Promise<void> {
  for (const name of ["Digest", "In-app", "Email"]) {
    await card(name).getByText("Completed").waitFor({ timeout: 20_000 });
  }
  await expectAccessible(page);
}

async function findInBell(): Promise<void> {
  await openPalette(page);
  await page.keyboard.type("getting");
  await page.keyboard.press("Enter");
  await heading("Getting started").waitFor();
  await openBell();
  await inBell("subject", "Order 7").waitFor();
  await page.keyboard.press("Escape");
}

async function findInOutbox(): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await heading("Outbox").waitFor();
  await page.getByText("Number 7 left").first().waitFor();
}

/** From the numbers of home to the messages that they count, and to the run of one of them. */
async function findInActivity(): Promise<void> {
  await openPalette(page);
  await page.keyboard.type("home");
  await page.keyboard.press("Enter");
  await heading("Home").waitFor();
  await followLink(page, "Delivered");
  await heading("Activity").waitFor();
  await page.getByRole("tab", { name: "Messages", selected: true }).waitFor();
  await expectAccessible(page);
  await followLink(page, "Number 7 left");
  await heading(`Order shipped for ${SUBSCRIBER}`).waitFor();
  await page.getByText("Completed").first().waitFor();
}

async function translate(): Promise<void> {
  await openPalette(page);
  await page.keyboard.type("transl");
  await page.keyboard.press("Enter");
  await heading("Translations").waitFor();
  await pressButton(page, "New group");
  await typeInto(page, "Name", "Shop");
  await page.keyboard.press("Enter");
  await heading("Shop").waitFor();
  await pressButton(page, "Add locale");
  await typeInto(page, "Locale", "de");
  await page.keyboard.press("Enter");
  await pressButton(page, "Add key");
  await typeInto(page, "Key", "hello");
  await page.keyboard.press("Enter");
  const cell = page.getByRole("button", { name: "hello in de" });
  await tabTo(page, cell);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "hello in de" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Guten Tag");
  await page.keyboard.press("ControlOrMeta+Enter");
  await cell.getByText("Guten Tag").waitFor();
  await expectAccessible(page);
}

/** Makes a layout, forgets the place for the content in it, and sees an email in it once that is there. */
async function makeLayout(): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await heading("Layouts").waitFor();
  await page.getByRole("link", { name: "Default Layout", exact: true }).waitFor();
  await page.keyboard.press("c");
  await typeInto(page, "Name", "Shop");
  await page.keyboard.press("Enter");
  await heading("Shop").waitFor();
  await page.getByText("No step uses this layout yet.").waitFor();
  await tabTo(page, codeField(page, "HTML"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("<h1>Analytical Engines</h1>");
  await page.getByText(/^{{ body }} is missing/).waitFor();
  // In one piece: the first half of a variable is no template, which a save in between would be told.
  await page.keyboard.insertText("{{body}}");
  await page.getByText(/^{{ body }} is missing/).waitFor({ state: "detached" });
  const preview = page.frameLocator("iframe[title='Preview of Shop']");
  await preview.getByText("Analytical Engines").waitFor();
  await preview.getByText("The content of the email").waitFor();
  await page.getByText(/^Saved/).waitFor();
  await expect
    .poll(async () => {
      // On a slow machine, half a second passes between two characters, and undo takes them for two edits.
      await page.keyboard.press("ControlOrMeta+z");
      return codeField(page, "HTML").textContent();
    })
    .not.toContain("Analytical");
  await preview.getByText("Analytical Engines").waitFor({ state: "detached" });
  await page.getByText(/^Saved/).waitFor();
  await expectAccessible(page);
}

async function findWorkflow(): Promise<void> {
  await openPalette(page);
  await page.keyboard.type("workf");
  await page.keyboard.press("Enter");
  await heading("Workflows").waitFor();
  await followLink(page, "Order shipped");
  await heading("Order shipped").waitFor();
}

/** Writes a filter that is not there; the fault is shown at its place, on the card and in the header. */
async function breakTemplate(): Promise<void> {
  await followLink(page, "In-app");
  await heading("In-app", 2).waitFor();
  await typeCode(page, "Body", "\n{{ payload.number | upcas }}");
  await page
    .getByText(/Line 2, column \d+/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "1 issue" }).waitFor();
  await saved();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await card("In-app").getByText("1 issue").waitFor();
}

/** Lets the count of issues lead to the field, whose fault is mended there. */
async function mendTemplate(): Promise<void> {
  await pressButton(page, "1 issue");
  await heading("In-app", 2).waitFor();
  await page.locator(":focus").and(codeField(page, "Body")).waitFor();
  await page
    .getByText(/Line 2, column \d+/)
    .first()
    .waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("It is on its way");
  await page.getByRole("button", { name: "1 issue" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
}

/** Finds the version before the last change in the history, compares it with what is now, and restores it. */
async function restoreVersion(): Promise<void> {
  await saved();
  await openPalette(page);
  await page.keyboard.type("history");
  await page.keyboard.press("Enter");
  const versions = page.getByRole("link", { name: /^Version \d+$/ });
  await page
    .getByText(/^Changed body of In-app$/)
    .first()
    .waitFor();
  await versions.nth(1).waitFor();
  const [current = "", before = ""] = (await versions.allTextContents()).map((text) => text.replace(/\D/g, ""));
  await tabTo(page, versions.nth(1));
  await page.keyboard.press("Enter");
  await heading(`Version ${before} and version ${current}`, 2).and(page.locator(":focus")).waitFor();
  await page.getByRole("region", { name: "In-app", exact: true }).getByText("Body", { exact: true }).waitFor();
  await expectAccessible(page);
  await pressButton(page, `Restore version ${before}`);
  await page.getByText(`Makes version ${Number(current) + 1} with the steps`).waitFor();
  await expectAccessible(page);
  await tabTo(page, page.getByRole("alertdialog").getByRole("button", { name: `Restore version ${before}` }));
  await page.keyboard.press("Enter");
  await page.getByText(new RegExp(`^Saved .*, version ${Number(current) + 1}$`)).waitFor();
  await page.getByText("No difference").waitFor();
}

test("a newcomer signs up, builds a workflow, sees a test of it arrive, breaks a template and sees where, finds everything after a reload, and restores a version", async () => {
  await signUp();
  await sendFirstNotification();
  await createWorkflow();
  await addDigest();
  await addInApp();
  await addBranch();
  await addEmailToBranch();
  await runTest();
  await seeItArrive();
  await page.reload();
  await seeItArrive();
  await findInBell();
  await findInOutbox();
  await findInActivity();
  await translate();
  await makeLayout();

  await findWorkflow();
  await breakTemplate();
  await page.reload();
  await page.getByText("Order {{payload.number}}").first().waitFor();
  await page.getByText("if payload.number is 7").waitFor();
  await page.getByText("Number {{payload.number}} left").waitFor();
  await page.getByText(/2 seconds/).waitFor();
  await card("In-app").getByText("1 issue").waitFor();
  await mendTemplate();
  await restoreVersion();
  expect(errors.filter((error) => !REFUSED_LAYOUT.test(error))).toEqual([]);
});
