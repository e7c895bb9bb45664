// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sessionOf } from "./testing/fake-server.ts";
import { aRun } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aRecordedRequest, aRequest, REQUEST_ID, requestsOf } from "./testing/requests.ts";
import { data, press } from "./testing/test-write.ts";

// Calls with API keys: a list with filters, and a page of each.

afterEach(cleanup);

const run = aRun();
const openList = (search = "", body: object = requestsOf(aRequest())) =>
  renderDashboard(`/activity/requests${search}`, {
    handlers: {
      "GET /requests": () => ({ body }),
      "GET /api-keys": data([]),
      "GET /requests/settings": data({ recorded: "without_bodies", days: 7 }),
    },
  });
const openRequest = (request: ReturnType<typeof aRecordedRequest>) =>
  renderDashboard(`/activity/requests/${REQUEST_ID}`, {
    handlers: {
      [`GET /requests/${REQUEST_ID}`]: data(request),
      "GET /notifications": () => ({ body: { data: [run], page: 0, pageSize: 10, hasMore: false } }),
    },
  });

test("a refused request is a row with its status in words, its error, its key and its duration", async () => {
  openList();
  const row = (await screen.findByRole("link", { name: "POST /v1/events/trigger" })).closest("tr");
  if (!row) throw new Error("The link is in no row");
  expect(within(row).getByText("400 Invalid")).toBeTruthy();
  expect(within(row).getByText("to should not be empty")).toBeTruthy();
  expect(within(row).getByText("Orders …a1b2")).toBeTruthy();
  expect(within(row).getByText("12 ms")).toBeTruthy();
  expect(document.title).toBe("Requests · Activity · Belfry");
});

test("runs of a request are one link away, and a duplicate says so", async () => {
  const events = [{ transactionId: "order-7", isDuplicate: true }];
  openList(
    "",
    requestsOf(
      aRequest({ status: 201, events }),
      aRequest({ _id: "2", events: [...events, { transactionId: "b", isDuplicate: false }] }),
    ),
  );
  const link = await screen.findByRole("link", { name: "See runs" });
  expect(link.getAttribute("href")).toBe("/activity?transactionId=order-7");
  expect(screen.getAllByText("Duplicate")).toHaveLength(1);
  expect(screen.getByText("2 events")).toBeTruthy();
});

test("filters are in the address, and ask the server", async () => {
  const { received, router } = openList("?status=4xx&path=%2Fv1&method=POST");
  await screen.findByText("400 Invalid");
  const asked = () => Object.fromEntries(received.filter(({ path }) => path === "/requests").at(-1)?.query ?? []);
  expect(asked()).toEqual({ limit: "25", status: "4xx", path: "/v1", method: "POST" });
  await press(/^Status/);
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "422 Unprocessable" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ status: "422" }));
  await waitFor(() => expect(asked()).toMatchObject({ status: "422" }));
});

test("calls that are missing are counted above the list, and nothing is said where none are", async () => {
  openList("", { ...requestsOf(aRequest()), unrecorded: { calls: 1_204, lastHour: "2026-01-05T10:00:00.000Z" } });
  expect(await screen.findByText(/^1,204 calls were not recorded/)).toBeTruthy();
  cleanup();
  openList();
  await screen.findByText("400 Invalid");
  expect(screen.queryByText(/not recorded/)).toBeNull();
});

test("an empty list says what is recorded, one of a filter offers to take it off", async () => {
  openList("", requestsOf());
  expect(await screen.findByText("No requests yet")).toBeTruthy();
  cleanup();
  openList("?status=5xx", requestsOf());
  expect(await screen.findByText("No requests match")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Clear filters" })).toBeTruthy();
});

test("the page of a request has its error on top, and what was sent and answered as JSON", async () => {
  openRequest(aRecordedRequest());
  expect(await screen.findByRole("heading", { level: 1, name: "POST /v1/events/trigger" })).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Error" })).getByText("to should not be empty")).toBeTruthy();
  expect(screen.getByRole("region", { name: "body of the request" }).textContent).toBe(
    '{\n  "name": "order-shipped"\n}',
  );
  expect(screen.getByRole("region", { name: "body of the answer" }).textContent).toBe('{\n  "statusCode": 400\n}');
  expect(screen.queryByRole("heading", { name: "Event" })).toBeNull();
});

test("the page of a duplicate leads to the request that it repeats, and to the runs", async () => {
  const first = "00000000-0000-4000-8000-0000000000a9";
  const event = { transactionId: "order-7", isDuplicate: true, _duplicateOf: first };
  const { error: _, ...request } = aRecordedRequest({ status: 201, isReplay: true, events: [event] });
  openRequest(request);
  const link = await screen.findByRole("link", { name: "an earlier request" });
  expect(link.getAttribute("href")).toBe(`/activity/requests/${first}`);
  expect(screen.getByText(/^An earlier call had the same Idempotency-Key/)).toBeTruthy();
  const ofRun = await screen.findByRole("link", { name: /^Order shipped for/ });
  expect(ofRun.getAttribute("href")).toBe(`/activity/${run._id}`);
});

test("a text that was cut stays as it is, with the length of the whole one", async () => {
  openRequest(aRecordedRequest({ body: { text: '{"name":"a', isCut: true, bytes: 1_258_291 } }));
  expect((await screen.findByRole("region", { name: "body of the request" })).textContent).toBe('{"name":"a');
  expect(screen.getByText("Only the beginning of 1.2 MB is kept.")).toBeTruthy();
});

test("a request is copied as a command with a variable in the place of the key", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  openRequest(aRecordedRequest({ query: "a=b", body: { text: '{"name":"it\'s"}', isCut: false } }));
  await press("Copy as curl");
  await waitFor(() => expect(copied).toHaveBeenCalledTimes(1));
  expect(copied.mock.calls[0]?.[0]).toBe(
    [
      `curl -X POST '${window.location.origin}/v1/events/trigger?a=b'`,
      '  -H "Authorization: ApiKey $BELFRY_API_KEY"',
      "  -H 'Content-Type: application/json'",
      "  -d '{\"name\":\"it'\\''s\"}'",
    ].join(" \\\n"),
  );
});

test("a viewer reads what is recorded, and changes nothing of it", async () => {
  renderDashboard("/activity/requests", {
    handlers: {
      "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }),
      "GET /requests": () => ({ body: requestsOf(aRequest()) }),
      "GET /requests/settings": data({ recorded: "without_bodies", days: 1 }),
    },
  });
  await press("Recording");
  const dialog = await screen.findByRole("dialog", { name: "Recording of requests" });
  expect(await within(dialog).findByText(/^Without bodies\. Path, status, duration/)).toBeTruthy();
  expect(within(dialog).getByText("1 day")).toBeTruthy();
  expect(within(dialog).queryByRole("radio")).toBeNull();
  expect(screen.queryByRole("button", { name: "API key" })).toBeNull();
});

test("the page of a run leads to the request that triggered it", async () => {
  const { received } = renderDashboard(`/activity/${run._id}`, {
    handlers: {
      [`GET /notifications/${run._id}`]: data(run),
      "GET /messages": () => ({ body: { data: [], page: 0, pageSize: 25, totalCount: 0, hasMore: false } }),
      "GET /requests": () => ({ body: requestsOf(aRequest({ status: 201 })) }),
    },
  });
  const link = await screen.findByRole("link", { name: "Open the request" });
  expect(link.getAttribute("href")).toBe(`/activity/requests/${REQUEST_ID}`);
  const asked = received.find(({ path }) => path === "/requests");
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    transactionId: run.transactionId,
    duplicates: "false",
    limit: "1",
  });
});
