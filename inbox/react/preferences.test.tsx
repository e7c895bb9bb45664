import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, expect, test, vi } from "vitest";
import type { InboxApi } from "../core/api.ts";
import { createPreview } from "../core/preview.ts";
import type { Preference } from "../core/types.ts";
import { InboxProvider } from "./inbox-provider.tsx";
import { Preferences, type PreferencesProps } from "./preferences.tsx";

afterEach(cleanup);

type Workflow = Partial<NonNullable<Preference["workflow"]>>;
const aWorkflow = (name: string, channels: Preference["channels"], more: Workflow = {}): Preference => ({
  level: "template",
  enabled: true,
  channels,
  workflow: { id: name, identifier: name, name, critical: false, ...more },
});
const ALL = { in_app: true, email: true, sms: true, chat: true, push: true };
const aGlobal = (more: Partial<Preference> = {}): Preference => ({
  level: "global",
  enabled: true,
  channels: ALL,
  ...more,
});
const orders = aWorkflow("Orders", { in_app: true, email: true }, { tags: ["shop"] });
const security = aWorkflow("Security", { in_app: true, sms: true }, { critical: true });

type Panel = PreferencesProps & { given?: Preference[]; change?: Partial<InboxApi>; language?: string };

function renderPanel({ given = [aGlobal(), orders, security], change, language, ...props }: Panel = {}) {
  const preview = { ...createPreview({ preferences: given }), ...change };
  const changePreference = vi.spyOn(preview, "changePreference");
  const errors: unknown[] = [];
  const { container } = render(
    <InboxProvider
      applicationIdentifier="app"
      subscriberId="ada"
      preview={preview}
      i18n={language}
      onError={(error) => errors.push(error)}
    >
      <Preferences {...props} />
    </InboxProvider>,
  );
  return { container, changePreference, errors };
}

const aSwitch = (name: string) => screen.findByRole("switch", { name });
const checked = async (name: string) => (await aSwitch(name)).getAttribute("aria-checked");
/** The entry of Monday. By role, the many choices of times would take seconds. */
const monday = () =>
  vi.waitFor(() => {
    const entry = document.querySelector<HTMLElement>('li[aria-label="Monday"]');
    if (entry === null) throw new Error("There is no Monday");
    return within(entry);
  });
const open = async (name: RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

test("only channels are offered that a workflow uses which is not critical", async () => {
  renderPanel();
  await aSwitch("Email for All notifications");
  expect(screen.getAllByRole("switch").map((one) => one.getAttribute("aria-label") ?? "hours")).toEqual([
    "In-app for All notifications",
    "Email for All notifications",
    "In-app for Orders",
    "Email for Orders",
    "hours",
  ]);
});

test("a critical workflow has no switches but the reason in words", async () => {
  renderPanel();
  const entry = (await screen.findByText("Security")).closest("li");
  expect(entry?.textContent).toContain("Always on");
  expect(entry?.querySelector("button")).toBeNull();
});

test("a workflow has a switch for each channel, which saves at once", async () => {
  const { changePreference } = renderPanel();
  fireEvent.click(await aSwitch("Email for Orders"));
  expect(await checked("Email for Orders")).toBe("false");
  await vi.waitFor(() => expect(changePreference).toHaveBeenCalledWith("Orders", { email: false }));
  expect(await checked("In-app for Orders")).toBe("true");
});

test("a channel that is switched off for all is shown as off below, with the reason", async () => {
  renderPanel();
  fireEvent.click(await aSwitch("Email for All notifications"));
  await vi.waitFor(async () => expect(await checked("Email for Orders")).toBe("false"));
  const description = (await aSwitch("Email for Orders")).getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(description)?.textContent).toBe("Email is off for all notifications");
});

test("a change that the server refuses is rolled back, and a message says so", async () => {
  const refused = new Error("Refused");
  const { errors } = renderPanel({ change: { changePreference: () => Promise.reject(refused) } });
  fireEvent.click(await aSwitch("In-app for All notifications"));
  expect(await screen.findByText("Not saved.")).toBeDefined();
  expect(await checked("In-app for All notifications")).toBe("true");
  expect(errors).toContain(refused);
});

test("workflows are shown in the page's groups, filtered and sorted", async () => {
  renderPanel({
    given: [
      aGlobal(),
      orders,
      security,
      aWorkflow("Digest 10", { email: true }),
      aWorkflow("Digest 2", { email: true }),
    ],
    groups: [
      { name: "Shop", tags: ["shop"] },
      { name: "Unused", tags: ["none"] },
    ],
    filter: { critical: false },
  });
  const shop = await screen.findByRole("region", { name: "Shop" });
  expect(
    within(shop)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["OrdersIn-appEmail"]);
  const rest = within(screen.getByRole("region", { name: "Everything else" })).getAllByRole("listitem");
  expect(rest.map(({ textContent }) => textContent)).toEqual(["Digest 2Email", "Digest 10Email"]);
  expect(screen.queryByRole("region", { name: "Unused" })).toBeNull();
});

test("hours begin with a working week, and each change is saved with the whole of it", async () => {
  const { changePreference } = renderPanel();
  fireEvent.click(await aSwitch("Delivery hours"));
  expect((await screen.findByText(/^Monday – Friday/)).textContent).toMatch(/^Monday – Friday 9:00\sAM – 5:00\sPM$/);
  await open(/^Change$/);
  fireEvent.change((await monday()).getByLabelText("To"), { target: { value: "06:30 PM" } });
  await vi.waitFor(() => expect(changePreference).toHaveBeenCalledTimes(2));
  expect(changePreference.mock.calls[0]?.[1]).toMatchObject({ schedule: { isEnabled: true } });
  const { schedule } = changePreference.mock.calls[1]?.[1] ?? {};
  expect(schedule?.weeklySchedule?.monday).toEqual({
    isEnabled: true,
    hours: [{ start: "09:00 AM", end: "06:30 PM" }],
  });
  expect(schedule?.weeklySchedule?.friday?.isEnabled).toBe(true);
  expect(schedule?.weeklySchedule?.sunday).toBeUndefined();
});

test("hours of a day can be added, removed and used for the other open days", async () => {
  const { changePreference } = renderPanel();
  fireEvent.click(await aSwitch("Delivery hours"));
  await open(/^Change$/);
  const press = async (name: RegExp) => fireEvent.click((await monday()).getByLabelText(name));
  await press(/^Add hours/);
  await press(/^Copy to all days/);
  await press(/^Remove hours, Monday, 9:00/);
  await vi.waitFor(() => expect(changePreference).toHaveBeenCalledTimes(4));
  const week = changePreference.mock.calls[3]?.[1].schedule?.weeklySchedule;
  expect(week?.monday?.hours).toEqual([{ start: "06:00 PM", end: "08:00 PM" }]);
  expect(week?.tuesday?.hours).toHaveLength(2);
});

test("a week without an open day says that messages keep waiting", async () => {
  renderPanel({ given: [aGlobal({ schedule: { isEnabled: true, weeklySchedule: {} } }), orders] });
  expect(await screen.findByText("All days are off, so nothing is sent until you turn one on.")).toBeDefined();
});

test("a failed load can be tried again", async () => {
  const preferences = vi.fn<InboxApi["preferences"]>().mockRejectedValueOnce(new Error("Down"));
  preferences.mockResolvedValue([aGlobal(), orders]);
  renderPanel({ change: { preferences } });
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Orders")).toBeDefined();
});

test("a subscriber without workflows is told so", async () => {
  renderPanel({ given: [aGlobal()] });
  expect(await screen.findByText("Nothing to choose yet")).toBeDefined();
  expect(screen.queryAllByRole("switch")).toEqual([]);
});

test("the way back is offered where there is one, and the heading is focused", async () => {
  const onBack = vi.fn();
  renderPanel({ onBack });
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Notification settings" }));
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(onBack).toHaveBeenCalledOnce();
});

test("above twenty workflows there is a search", async () => {
  const many = Array.from({ length: 21 }, (_, index) => aWorkflow(`Report ${index}`, { email: true }));
  renderPanel({ given: [aGlobal(), ...many] });
  fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "report 2" } });
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
    "Report 2Email",
    "Report 20Email",
  ]);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nothing" } });
  expect(await screen.findByText("No notification has that in its name.")).toBeDefined();
});

test("settings are fetched whenever they are opened, and when they were changed elsewhere", async () => {
  const preferences = vi.fn<InboxApi["preferences"]>().mockResolvedValue([aGlobal(), orders]);
  const shown = (isShown: boolean) => (
    <InboxProvider applicationIdentifier="app" subscriberId="ada" preview={preview}>
      {isShown && <Preferences />}
    </InboxProvider>
  );
  const preview = { ...createPreview(), preferences };
  const { rerender } = render(shown(true));
  expect(await checked("Email for Orders")).toBe("true");
  const off = aWorkflow("Orders", { in_app: true, email: false });
  preferences.mockResolvedValue([aGlobal(), off]);
  rerender(shown(false));
  rerender(shown(true));
  expect(await checked("In-app for Orders")).toBe("true");
  await vi.waitFor(async () => expect(await checked("Email for Orders")).toBe("false"));
  preferences.mockResolvedValue([aGlobal(), orders]);
  preview.setPreferences([]);
  await vi.waitFor(async () => expect(await checked("Email for Orders")).toBe("true"));
});

test("axe finds nothing, with everything open", async () => {
  const { container } = renderPanel({ language: "de" });
  fireEvent.click(await aSwitch("Zustellzeiten"));
  await open(/^Ändern$/);
  const { violations } = await axe.run(container, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
