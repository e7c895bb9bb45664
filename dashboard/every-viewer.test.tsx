// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defineInbox } from "./testing/define-inbox.ts";
import { sessionOf } from "./testing/fake-server.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { SCREENS, type TestScreen } from "./testing/screens.ts";

// A viewer sees no control that changes something, on any screen: all controls but those that are known to change nothing are found.

beforeEach(defineInbox);
afterEach(cleanup);

const IN_SHELL = SCREENS.filter(({ route }) => route.startsWith("/_app"));

/** Names of controls that filter, sort, page, copy, open or close, or that are settings of this device. */
const HARMLESS = [
  /^(24 hours|7 days|30 days|90 days)$/,
  // The workflow whose numbers are shown, and the number in the chart, with the total.
  /^WorkflowParcel sent$/,
  /^(Triggered|Delivered|Failed|Skipped|Read|Clicked)\d/,
  /^(Search|Select|Sort by|Copy|Download|Export|Preview|Actions of|Show key) ?/,
  /^(Subscriber id|Transaction id|Workflow|Channel|Mark|Tenant|Context|Provider|Views|Tests|Status|Reason|Priority|Handled|Kind|State|Tags|Group|Columns|Method|Path|Period|API key)$/,
  /^(Name|Last triggered|Updated|Failures|Last seen)$/,
  /^(25|50|100)$/,
  // Texts of translations.
  /^(Show|Locale|Next missing text|\d+ (missing|outdated|with other placeholders) ?in .*)$/,
  // The mail program of a preview.
  /^(Desktop|Phone|Light|Dark)$/,
  /^(Definition|As sent|As stored|As recipients see it|Show versions .*)$/,
  /^(Details|Close|Done|Dismiss|Hide the run|Clear filters)$/,
  /^(curl|TypeScript|TypeScript client|JavaScript|Python|Go|PHP|Ruby|Java|React|HTML)$/,
  // The data and the look of a preview, which are this tab's.
  /^(Content|Data|Desktop|Phone|Plain text|Light|Dark)$/,
  // The payload of a preview that a bridge makes, which is stored nowhere.
  /^(Payload|Format)$/,
  // The payload of a preview, by its values.
  /^(Fields|JSON|number)$/,
  // The content of a step that is shown, and what conditions would have done.
  /^(Own content|Gold|Try on past events)$/,
  // What a step would have done with earlier events, and the zone that its next dates are shown in.
  /^(Simulate|UTC|[A-Z]\w+\/\w+.*)$/,
  // The environments that are compared.
  /^(Development|Production)+$/,
  // What names an environment variable.
  /^\d+: show what uses .*$/,
  // The places in which a branding is shown.
  /^(Mail|Preferences page)$/,
  // What is recorded of requests.
  /^Recording$/,
  // What is done with bounces, and the filters of suppressed addresses.
  /^(Bounce rules|Holds back)$/,
  // The views of somebody's inbox.
  /^(Inbox|Unread|Archived|Snoozed)( \d+\+?)?$/,
  // What an event would do for a subscriber.
  /^(Explain|Choose by name or identifier)$/,
  // Everybody's own sign-in.
  /^(Set it up|End all other sessions|End Chrome on Linux|Change (password|email)|First name|Last name|Save name)$/,
  // The steps of getting started open what to do.
  /^(Send the demo event|See it in the bell|Connect an email|Embed the inbox|Invite a teammate)/,
];
/** Entries of menus that change nothing. */
const HARMLESS_ENTRIES =
  /^(Open|Open in engine UI|Compare with …|Same event for others|Copy (trigger snippet|id|key|identifier)|Export|Export as ((nested|flat) JSON|XLIFF for translators))$/;
/** Controls behind which there are others. */
const OPENERS =
  /^(Actions of|Bounce rules|Recording$|Details$|Send the demo event|Connect an email|Embed the inbox|Invite a teammate)/;
const CONTROLS = "button, input, select, textarea, [contenteditable='true'], [role='switch'], [role='menuitem']";
const WITHOUT_EFFECT = ":disabled, [readonly], [aria-readonly='true'], [aria-label='Dismiss'][tabindex='-1']";
const CHANGING = /\/workflows\/new|\/test$/;

const nameOf = (element: Element): string =>
  element.getAttribute("aria-label") ||
  (element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent) ||
  (element.textContent ?? "").trim();

function controls(): Element[] {
  const places = document.querySelectorAll("main, [role='dialog'], [role='menu']");
  const found = [...places].flatMap((place) => [...place.querySelectorAll(CONTROLS)]);
  return [...new Set(found)].filter((element) => !element.matches(WITHOUT_EFFECT));
}

const isHarmless = (element: Element): boolean =>
  element.matches("[role='menuitem']")
    ? HARMLESS_ENTRIES.test(nameOf(element))
    : HARMLESS.some((name) => name.test(nameOf(element)));

const harmful = () =>
  controls()
    .filter((element) => !isHarmless(element))
    .map((element) => `${element.tagName} ${nameOf(element)}`);

async function openAs(role: string, { address, handlers }: TestScreen) {
  renderDashboard(address, {
    handlers: { ...handlers, "GET /auth/session": () => ({ body: { data: sessionOf(role) } }) },
  });
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => {
    expect(screen.getAllByRole("link", { name: "Activity" }).length).toBeGreaterThan(0);
    expect(document.querySelector('main [role="status"][aria-label="Loading"]')).toBeNull();
  });
  await screen.findByText("All systems up");
}

test.each(IN_SHELL)("$route at $address has nothing that changes anything", async (row) => {
  await openAs("viewer", row);
  expect(harmful()).toEqual([]);
  const links = [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href") ?? "");
  expect(links.filter((href) => CHANGING.test(href) && href !== row.address)).toEqual([]);
  for (const opener of controls().filter((element) => OPENERS.test(nameOf(element)))) {
    if (!opener.isConnected || opener.getAttribute("aria-expanded") === "true") continue;
    fireEvent.click(opener);
    if (opener.getAttribute("aria-expanded") === null) await screen.findByRole("dialog");
    expect(harmful(), `behind ${nameOf(opener)}`).toEqual([]);
  }
});

test.each(IN_SHELL.filter(({ noAccess }) => noAccess))(
  "$address says in the shell that a viewer has no access",
  async (row) => {
    await openAs("viewer", row);
    await screen.findByRole("heading", { name: "No access" });
    expect(screen.getByRole("main").textContent).toMatch(row.noAccess ?? /^$/);
    expect(screen.getByRole("main").textContent).toContain("An admin of the organisation can give you another one.");
    expect(document.querySelectorAll("h1")).toHaveLength(1);
    expect(document.title).toMatch(/^\S.* · Belfry$/);
  },
);

test.each(
  IN_SHELL.filter(({ address }) =>
    /^\/(layouts|translations|translations\/shop|workflows|workflows\/new)$|\/(test|bell)$/.test(address),
  ),
)("what is looked for is found at $address, where an admin can change something", async (row) => {
  await openAs("admin", row);
  expect(harmful()).not.toEqual([]);
});
