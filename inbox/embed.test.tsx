// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { createPreview, type Preview, type PreviewNotification } from "./core/preview.ts";
import "./embed.tsx";

afterEach(() => {
  document.body.replaceChildren();
});

const NOTIFICATIONS: PreviewNotification[] = [
  { subject: "Order shipped", body: "It is on its way", redirect: { url: "/orders/1" } },
  { body: "Seen", isRead: true, isSeen: true },
];

async function place(attributes = "", properties: Record<string, unknown> = {}) {
  const preview: Preview = createPreview({ notifications: NOTIFICATIONS });
  const sessions = vi.spyOn(preview, "openSession");
  document.body.innerHTML = `<belfry-inbox application-identifier="app" subscriber-id="ada" ${attributes}></belfry-inbox>`;
  const element = document.querySelector("belfry-inbox");
  if (element === null) throw new Error("The element is not there");
  Object.assign(element, { preview, ...properties });
  const inside = <T extends Element = HTMLElement>(selector: string) =>
    vi.waitFor(() => {
      const found = element.shadowRoot?.querySelector<T>(selector);
      if (!found) throw new Error(`There is no ${selector}`);
      return found;
    });
  const bell = await inside(".belfry-bell");
  await vi.waitFor(() => expect(bell.getAttribute("aria-label")).toMatch(/1/));
  return { element, preview, sessions, inside, bell };
}

/** The events of an element as their names and details, without the prefix. */
function eventsOf(...names: string[]) {
  const events: [name: string, detail: unknown][] = [];
  for (const name of names) {
    document.body.addEventListener(`belfry:${name}`, (event) => {
      event.preventDefault();
      events.push([name, event instanceof CustomEvent ? event.detail : undefined]);
    });
  }
  return events;
}

test("an element in plain HTML becomes a bell in a shadow root of its own", async () => {
  const { bell } = await place();
  expect(bell.getAttribute("aria-label")).toBe("Notifications, 1 unread");
  expect(document.querySelector(".belfry-bell")).toBeNull();
});

test("another subscriber-id begins another session", async () => {
  const { element, sessions } = await place();
  expect(sessions).toHaveBeenCalledTimes(1);
  element.setAttribute("subscriber-id", "grace");
  await vi.waitFor(() => expect(sessions).toHaveBeenCalledTimes(2));
});

test("an element that is moved keeps its session, one that is removed ends it", async () => {
  const { element, sessions, preview } = await place();
  const arrived = eventsOf("new");
  const corner = document.createElement("div");
  document.body.append(corner);
  corner.append(element);
  await new Promise((resolve) => setTimeout(resolve, 50));
  preview.receive({ body: "While it is there" });
  expect(arrived).toHaveLength(1);
  element.remove();
  await new Promise((resolve) => setTimeout(resolve, 50));
  preview.receive({ body: "After it is gone" });
  expect(arrived).toHaveLength(1);
  expect(sessions).toHaveBeenCalledTimes(1);
});

test("the host page receives what happens, and may follow an address itself", async () => {
  const { bell, inside, preview } = await place();
  const events = eventsOf("click", "navigate", "unread", "new");
  preview.receive({ subject: "New", body: "Now" });
  await vi.waitFor(() => expect(events).toContainEqual(["unread", 2]));
  bell.click();
  (await inside<HTMLAnchorElement>('a[href="/orders/1"]')).click();
  await vi.waitFor(() => expect(events).toContainEqual(["navigate", "/orders/1"]));
  expect(events).toContainEqual(["new", expect.objectContaining({ subject: "New" })]);
  expect(events).toContainEqual(["click", expect.objectContaining({ subject: "Order shipped" })]);
});

test("the attribute `open` opens the list, and follows what the subscriber does", async () => {
  const { element, bell, inside } = await place();
  element.setAttribute("open", "");
  await inside(".belfry-popover");
  bell.click();
  await vi.waitFor(() => expect(element.hasAttribute("open")).toBe(false));
});

test("texts are those of the language, by attribute or as an object", async () => {
  const { element, bell } = await place('language="de-AT"');
  await vi.waitFor(() => expect(bell.getAttribute("aria-label")).toBe("Benachrichtigungen, 1 ungelesen"));
  Object.assign(element, { i18n: { bell: () => "Post 1" } });
  await vi.waitFor(() => expect(bell.getAttribute("aria-label")).toBe("Post 1"));
});

test("a function of the page may render a part, as a node or as text", async () => {
  const renderBody = ({ notification }: { notification: { body: string } }) => {
    const mark = document.createElement("mark");
    mark.textContent = notification.body;
    return mark;
  };
  const { bell, inside } = await place("", { renderBody });
  bell.click();
  expect((await inside("mark")).textContent).toBe("It is on its way");
});

test("properties that were set before the script ran count", async () => {
  const { element } = await place();
  const early = document.createElement("belfry-inbox");
  const preview = createPreview({ notifications: NOTIFICATIONS });
  Object.defineProperty(early, "preview", { value: preview, configurable: true, writable: true, enumerable: true });
  element.replaceWith(early);
  await vi.waitFor(() =>
    expect(early.shadowRoot?.querySelector("button")?.getAttribute("aria-label")).toMatch(/1 unread/),
  );
});

test("`toasts` shows what arrives", async () => {
  const { preview, inside } = await place('toasts="top-end"');
  preview.receive({ subject: "New", body: "Now" });
  expect((await inside(".belfry-toast")).textContent).toContain("New");
  expect((await inside(".belfry-toaster")).dataset.position).toBe("top-end");
});

test("settings are in the list, unless the page leaves them out", async () => {
  const { element, bell, inside } = await place();
  bell.click();
  (await inside('[aria-label="Notification settings"]')).click();
  await inside(".belfry-preferences");
  Object.assign(element, { preferences: false });
  await vi.waitFor(() => expect(element.shadowRoot?.querySelector(".belfry-preferences")).toBeNull());
});

test("the view `preferences` shows the settings in place of the bell, of the workflows alone where the page wants that", async () => {
  const workflow = { id: "w", identifier: "w", name: "Orders", critical: false };
  const preferences = [
    { level: "global", enabled: true, channels: { email: true } },
    { level: "template", enabled: true, channels: { email: true, in_app: true }, workflow },
  ] as const;
  document.body.innerHTML = `<belfry-inbox view="preferences"></belfry-inbox>`;
  const element = document.querySelector("belfry-inbox");
  Object.assign(element ?? {}, { preview: createPreview({ preferences }), preferences: { global: false } });
  const shown = () => element?.shadowRoot?.textContent ?? "";
  await vi.waitFor(() => expect(shown()).toContain("OrdersIn-appEmail"));
  expect(element?.shadowRoot?.querySelector(".belfry-bell")).toBeNull();
  expect(element?.shadowRoot?.querySelectorAll("h3")).toHaveLength(1);
  Object.assign(element ?? {}, { preferences: {} });
  await vi.waitFor(() => expect(element?.shadowRoot?.querySelectorAll("h3").length).toBeGreaterThan(1));
});
