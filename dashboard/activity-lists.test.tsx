// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { deferred } from "./testing/deferred.ts";
import { failure } from "./testing/fake-server.ts";
import { aRun } from "./testing/fixtures.ts";
import { aMessage, aWaiting } from "./testing/lists.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aListedWorkflow, aWorkflowV2 } from "./testing/workflow-v2.ts";

afterEach(cleanup);

const RUN = "00000000-0000-4000-8000-0000000000f1";
const FROM = "2026-01-04T10:00:00.000Z";
const messagesOf = (...data: unknown[]) => ({
  body: { data, page: 0, pageSize: 25, totalCount: data.length, hasMore: false },
});
const waitingOf = (data: unknown[], next: string | null = null, previous: string | null = null) => ({
  body: { data, next, previous },
});
const rowOf = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));

test("the lists are tabs of one section, each with a title, and a run's address is none of them", async () => {
  const { router } = renderDashboard("/activity/messages", {
    handlers: { "GET /messages": () => messagesOf(aMessage()), "GET /waiting": () => waitingOf([aWaiting()]) },
  });
  await screen.findByText("Your parcel is on its way");
  expect(screen.getByRole("heading", { level: 1, name: "Activity" })).toBeTruthy();
  expect(document.title).toBe("Messages · Activity · Belfry");
  const tabs = within(screen.getByRole("tablist", { name: "Activity" })).getAllByRole("tab");
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("href")])).toEqual([
    ["Runs", "/activity"],
    ["Requests", "/activity/requests"],
    ["Messages", "/activity/messages"],
    ["Waiting", "/activity/waiting"],
    ["Errors", "/activity/errors"],
    ["Alerts", "/activity/alerts"],
    ["Resumptions", "/activity/resumptions"],
    ["Cancellations", "/activity/cancellations"],
  ]);
  fireEvent.click(screen.getByRole("tab", { name: "Waiting" }));
  await screen.findByText("Order shipped");
  expect(document.title).toBe("Waiting · Activity · Belfry");
  expect(router.state.location.href).toBe("/activity/waiting");
});

test("a list is copied as the call that reads it, with its filters and without a key", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  renderDashboard("/activity?subscriberIds=o%27hara&transactionId=7", {
    handlers: { "GET /notifications": () => ({ body: { data: [aRun()], page: 0, pageSize: 10, hasMore: true } }) },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Copy as curl" }));
  await waitFor(() => expect(copied).toHaveBeenCalledOnce());
  const [command = ""] = copied.mock.calls[0] ?? [];
  expect(command).toMatch(
    /^curl 'http[^']*\/v1\/notifications\?[^']*' \\\n {2}-H "Authorization: ApiKey \$BELFRY_SECRET_KEY"$/,
  );
  const [, url = ""] = command.split("'");
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    page: "0",
    subscriberIds: "o'hara",
    transactionId: "7",
  });
});

test("the filters of messages are in the address and reach the call", async () => {
  const address = `/activity/messages?channel=email&subscriberId=bob&transactionId=7&status=delivered&after=${FROM}`;
  const { received, router } = renderDashboard(address, {
    handlers: { "GET /messages": () => messagesOf(aMessage()) },
  });
  await screen.findByText("Your parcel is on its way");
  const asked = () => Object.fromEntries(received.findLast(({ path }) => path === "/messages")?.query ?? []);
  expect(asked()).toEqual({
    page: "0",
    limit: "25",
    channel: "email",
    subscriberId: "bob",
    transactionId: "7",
    delivered: "true",
    after: FROM,
  });
  fireEvent.click(screen.getByRole("button", { name: /^Since / }));
  await waitFor(() => expect(asked()).not.toHaveProperty("after"));
  fireEvent.click(screen.getByRole("button", { name: /^Status/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Not delivered" }));
  await waitFor(() => expect(asked()).toMatchObject({ delivered: "false" }));
  expect(router.state.location.search).toMatchObject({ status: "undelivered", channel: "email" });
  fireEvent.click(screen.getByRole("button", { name: /^Channel/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "All channels" }));
  await waitFor(() => expect(asked()).not.toHaveProperty("channel"));
});

test("a message is a link to its run, and says what became of it", async () => {
  const lost = { status: "error" as const, errorText: "550 no such mailbox" };
  renderDashboard("/activity/messages", {
    handlers: {
      "GET /messages": () =>
        messagesOf(
          aMessage({ _notificationId: RUN }),
          aMessage({ _id: "2", subject: "Lost", ...lost }),
          aMessage({ _id: "3", subject: "Opened", channel: "in_app", seen: true, read: true }),
        ),
    },
  });
  const link = await screen.findByRole("link", { name: "Your parcel is on its way" });
  expect(link.getAttribute("href")).toBe(`/activity/${RUN}`);
  expect(rowOf("Your parcel").getByText("Delivered")).toBeTruthy();
  expect(rowOf("Your parcel").getByText("bob")).toBeTruthy();
  expect(rowOf("Lost").getByText("Failed")).toBeTruthy();
  expect(rowOf("Lost").getByText("550 no such mailbox")).toBeTruthy();
  expect(rowOf("Opened").getByText("Read")).toBeTruthy();
});

test("pages of messages are numbered in the address, and the total is said where the server counted all", async () => {
  const { router } = renderDashboard("/activity/messages", {
    handlers: {
      "GET /messages": ({ query }) => ({
        body: {
          data: [aMessage({ subject: `Page ${query.get("page")}` })],
          page: Number(query.get("page")),
          pageSize: 25,
          totalCount: query.get("page") === "0" ? 26 : 10_026,
          hasMore: query.get("page") === "0",
        },
      }),
    },
  });
  await screen.findByText("Page 0");
  expect(screen.getByText(/of 26$/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Page 1");
  expect(router.state.location.href).toBe("/activity/messages?page=1");
  expect(screen.queryByText(/ of /)).toBeNull();
});

test("a subscriber that does not exist has no messages, and the filter is taken off by a button", async () => {
  const { router } = renderDashboard("/activity/messages?subscriberId=nobody", {
    handlers: {
      "GET /messages": ({ query }) =>
        query.has("subscriberId") ? failure(404, "Subscriber nobody not found") : messagesOf(),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  const choose = await screen.findByRole("link", { name: "Choose a workflow to test" });
  expect(choose.getAttribute("href")).toBe("/workflows");
  expect(router.state.location.href).toBe("/activity/messages");
});

test("what waits is filtered by its kind, and leads to its run", async () => {
  const { received, router } = renderDashboard("/activity/waiting?kind=retry", {
    handlers: {
      "GET /waiting": ({ query }) =>
        query.get("kind") === "retry"
          ? waitingOf([
              aWaiting({
                kind: "retry",
                step: { _id: "mail", type: "email" },
                attempts: 2,
                error: "450 try later",
                _notificationId: RUN,
              }),
            ])
          : waitingOf([]),
    },
  });
  const link = await screen.findByRole("link", { name: "Order shipped" });
  expect(link.getAttribute("href")).toBe(`/activity/${RUN}`);
  expect(screen.getByText("Email, 2 attempts: 450 try later")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Kind/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Open digests" }));
  await screen.findByText("No waiting runs match");
  expect(router.state.location.href).toBe("/activity/waiting?kind=digest");
  expect(received.at(-1)?.query.get("kind")).toBe("digest");
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  const runs = await screen.findByRole("link", { name: "See all runs" });
  expect(runs.getAttribute("href")).toBe("/activity");
});

/** Three pages of what waits. The first one can be read backwards as well, and has less then. */
const PAGES: Record<string, [name: string, next: string | null, previous: string | null]> = {
  "": ["First", "2", null],
  "cursor=2": ["Second", "3", "1"],
  "cursor=3": ["Third", null, "2"],
  "before=2": ["Second", "3", "1"],
  "before=1": ["Part of the first", "2", null],
};
const threePages = {
  "GET /waiting": ({ query }: { query: URLSearchParams }) => {
    const place = ["cursor", "before"].flatMap((name) => (query.has(name) ? [`${name}=${query.get(name)}`] : []));
    const [name, next, previous] = PAGES[place.join("&")] ?? ["Nowhere", null, null];
    return waitingOf([aWaiting({ workflow: { _id: "w", identifier: "w", name } })], next, previous);
  },
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("pages of what waits are opened one after the other, there and back", async () => {
  const { router } = renderDashboard("/activity/waiting?size=50", { handlers: threePages });
  await screen.findByText("First");
  press("Next");
  await screen.findByText("Second");
  press("Next");
  await screen.findByText("Third");
  expect(router.state.location.href).toBe("/activity/waiting?size=50&cursor=3");
  expect(screen.getByRole("button", { name: "Next" })).toHaveProperty("disabled", true);
  press("Previous");
  await screen.findByText("Second");
  press("Previous");
  await screen.findByText("First");
  expect(router.state.location.href).toBe("/activity/waiting?size=50");
  expect(screen.getByRole("button", { name: "Previous" })).toHaveProperty("disabled", true);
});

test("the page before a later one of what waits is opened after a reload, too", async () => {
  const { router } = renderDashboard("/activity/waiting?cursor=3", { handlers: threePages });
  await screen.findByText("Third");
  press("Previous");
  await screen.findByText("Second");
  expect(router.state.location.href).toBe("/activity/waiting?before=2");
});

test("the page before one whose predecessors have all gone on is the first", async () => {
  const { router } = renderDashboard("/activity/waiting?before=gone", {
    handlers: {
      "GET /waiting": ({ query }) => (query.has("before") ? waitingOf([]) : waitingOf([aWaiting()])),
    },
  });
  await screen.findByText("Order shipped");
  expect(router.state.location.href).toBe("/activity/waiting");
});

test.each([
  {
    list: "",
    call: "GET /notifications",
    item: (page: string) => aRun({ template: { _id: "w", name: page, triggers: [] } }),
  },
  { list: "/messages", call: "GET /messages", item: (page: string) => aMessage({ subject: page }) },
])("the page before a later one of /activity$list is opened after a reload, too", async ({ list, call, item }) => {
  const { router } = renderDashboard(`/activity${list}?page=2`, {
    handlers: {
      [call]: ({ query }) => {
        const page = Number(query.get("page"));
        return { body: { data: [item(`Page ${page}`)], page, pageSize: 25, totalCount: 80, hasMore: true } };
      },
    },
  });
  await screen.findByText("Page 2");
  press("Previous");
  await screen.findByText("Page 1");
  expect(router.state.location.href).toBe(`/activity${list}?page=1`);
});

test("the back button goes through the pages, and the filter that was set last is that of the page it was set on", async () => {
  const { router } = renderDashboard("/activity/waiting", { handlers: threePages });
  await screen.findByText("First");
  press("Next");
  await screen.findByText("Second");
  press("Next");
  await screen.findByText("Third");
  act(() => router.history.back());
  await screen.findByText("Second");
  act(() => router.history.forward());
  await screen.findByText("Third");
  press("Kind");
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Delays" }));
  await waitFor(() => expect(router.state.location.href).toBe("/activity/waiting?kind=delay"));
  // The filter took the place of the third page.
  act(() => router.history.back());
  await screen.findByText("Second");
  expect(router.state.location.href).toBe("/activity/waiting?cursor=2");
  expect(screen.getByRole("button", { name: "Kind" })).toBeTruthy();
  act(() => router.history.forward());
  await waitFor(() => expect(router.state.location.href).toBe("/activity/waiting?kind=delay"));
  await screen.findByRole("button", { name: /^Kind ?Delays$/ });
});

test("the back button takes a typed filter back, also from its field", async () => {
  const { router } = renderDashboard("/activity/messages?transactionId=first", {
    handlers: { "GET /messages": () => messagesOf(aMessage()) },
  });
  const field = await screen.findByLabelText<HTMLInputElement>("Transaction id");
  await act(() => router.navigate({ to: "/activity/messages", search: { transactionId: "second" } }));
  await waitFor(() => expect(field.value).toBe("second"));
  act(() => router.history.back());
  await waitFor(() => expect(field.value).toBe("first"));
});

test.each(["/activity/messages", "/activity"])(
  "%s: a filter that is set while an earlier one is still read leaves that one",
  async (address) => {
    const slow = deferred<void>();
    let isSlow = false;
    const { router } = renderDashboard(address, {
      handlers: {
        "GET /notifications": async () => {
          if (isSlow) await slow.promise;
          return messagesOf();
        },
        "GET /messages": async () => {
          if (isSlow) await slow.promise;
          return messagesOf(aMessage());
        },
      },
    });
    const subscriber = await screen.findByLabelText("Subscriber id");
    await waitFor(() => expect(router.state.status).toBe("idle"));
    isSlow = true;
    fireEvent.change(subscriber, { target: { value: "bob" } });
    await waitFor(() => expect(router.state.location.href).toContain("bob"));
    fireEvent.change(screen.getByLabelText("Transaction id"), { target: { value: "order-1" } });
    await waitFor(() => expect(router.state.location.href).toContain("order-1"));
    expect(router.state.location.href).toContain("bob");
    slow.resolve();
  },
);

test("runs are filtered by workflows that the server finds by name, whatever their number, and a reload names them", async () => {
  const id = "00000000-0000-4000-8000-000000000055";
  const other = "00000000-0000-4000-8000-000000000066";
  const gone = "00000000-0000-4000-8000-000000000077";
  const asked: (string | null)[] = [];
  const { router } = renderDashboard(`/activity?templates=${other}`, {
    handlers: {
      "GET /notifications": () => messagesOf(),
      [`GET /v2/workflows/${id}`]: () => ({ body: { data: aWorkflowV2({ _id: id, name: "Zulu 2,417" }) } }),
      [`GET /v2/workflows/${other}`]: () => ({ body: { data: aWorkflowV2({ _id: other, name: "Receipt" }) } }),
      [`GET /v2/workflows/${gone}`]: () => failure(404, "There is no such workflow"),
      "GET /v2/workflows": ({ query }) => {
        asked.push(query.get("query"));
        const found = query.get("query") === "zulu" ? [aListedWorkflow({ _id: id, name: "Zulu 2,417" })] : [];
        return { body: { data: { workflows: found, totalCount: found.length } } };
      },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: /^Workflow ?Receipt$/ }));
  // What is chosen can be taken off although no page lists it.
  expect((await screen.findByRole("option", { name: "Receipt" })).getAttribute("aria-selected")).toBe("true");
  fireEvent.change(screen.getByRole("searchbox", { name: "Search: Workflow" }), { target: { value: "zulu" } });
  fireEvent.click(await screen.findByRole("option", { name: /Zulu/ }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ templates: [other, id] }));
  expect(asked).toEqual([null, "zulu"]);
  await act(() => router.navigate({ to: "/activity", search: { templates: [gone] } }));
  await screen.findByRole("button", { name: /^Workflow ?Deleted workflow$/ });
});

test("a run that newer ones push off the page stays on screen, and says when it has ended", async () => {
  const job = { ...aRun().jobs[0], status: "running" } as ReturnType<typeof aRun>["jobs"][number];
  const early = aRun({ _id: RUN, template: { _id: "w", name: "Parcel sent", triggers: [] }, jobs: [job] });
  let reads = 0;
  renderDashboard("/activity", {
    handlers: {
      "GET /notifications": () => {
        reads += 1;
        const data = reads === 1 ? [early] : Array.from({ length: 10 }, () => aRun());
        return { body: { data, page: 0, pageSize: 10, hasMore: true } };
      },
      [`GET /notifications/${RUN}`]: () => ({ body: { data: { ...early, jobs: aRun().jobs } } }),
    },
  });
  await screen.findByRole("row", { name: /Parcel sent.*Running/ });
  await screen.findByRole("button", { name: "10+ new runs" }, { timeout: 5_000 });
  await screen.findByRole("row", { name: /Parcel sent.*Completed/ });
  expect(screen.queryByText("Order shipped")).toBeNull();
});
