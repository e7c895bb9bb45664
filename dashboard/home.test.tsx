// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { deferred } from "./testing/deferred.ts";
import { failure } from "./testing/fake-server.ts";
import { aRun } from "./testing/fixtures.ts";
import { anOverview, aTrend } from "./testing/overview.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";

afterEach(cleanup);

const pageOf = (...data: unknown[]) => ({ body: { data, page: 0, pageSize: 10, hasMore: false } });
const answered = (overview = anOverview()) => ({ body: { data: overview } });
const RUN = "00000000-0000-4000-8000-0000000000c1";
const busy = anOverview({
  triggered: aTrend(1_234, 1_000),
  delivered: aTrend(900, 1_000),
  failed: aTrend(32),
  failures: [
    {
      reason: "provider_refused",
      text: "The provider refused the message",
      stepType: "email",
      providerId: "sendgrid",
      count: 30,
      latest: { _notificationId: RUN, text: "550 no such mailbox", at: "2026-01-05T09:00:00.000Z" },
    },
    { reason: "no_destination", text: "The subscriber had no phone number", stepType: "sms", count: 2 },
  ],
  waiting: [
    { kind: "digest", count: 20_000, isMore: true, nextDueAt: "2026-01-06T09:00:00.000Z" },
    { kind: "retry", count: 0, isMore: false },
  ],
  failingIntegrations: [
    {
      _id: "i",
      name: "Mail server",
      identifier: "mail-server",
      channel: "email",
      providerId: "nodemailer",
      since: "2026-01-05T09:00:00.000Z",
      error: "Connection refused",
      retryAt: "2026-01-05T09:01:00.000Z",
    },
  ],
});
const region = (name: string) => within(screen.getByRole("region", { name }));

test("the numbers of a period compare with the one before, in words, and are exact for screen readers", async () => {
  renderDashboard("/", { handlers: { "GET /overview": () => answered(busy) } });
  await screen.findByRole("heading", { level: 1, name: "Home" });
  await screen.findByText("+23 %, up from 1k in the 24 hours before");
  expect(region("Triggered").getByText("1,234", { selector: ".sr-only" })).toBeTruthy();
  expect(region("Triggered").getByText("1.2k").getAttribute("aria-hidden")).toBe("true");
  expect(region("Delivered").getByText("−10 %, down from 1k in the 24 hours before")).toBeTruthy();
  expect(region("Failed").getByText("None in the 24 hours before")).toBeTruthy();
});

test("every number is a link to the list that it counts", async () => {
  const { router, received } = renderDashboard("/", {
    handlers: { "GET /overview": () => answered(busy), "GET /notifications": () => pageOf(aRun()) },
  });
  await screen.findByRole("region", { name: "Triggered" });
  const delivered = region("Delivered").getByRole("link").getAttribute("href");
  expect(delivered).toBe(`/activity/messages?${new URLSearchParams({ after: busy.from, status: "delivered" })}`);
  const digests = region("Waiting now").getByRole("link", { name: "Open digests" }).getAttribute("href");
  expect(digests).toBe("/activity/waiting?kind=digest");
  const failed = region("Failed").getByRole("link").getAttribute("href");
  expect(failed).toBe(`/activity?${new URLSearchParams({ failedAfter: busy.from })}`);
  fireEvent.click(region("Triggered").getByRole("link"));
  await screen.findByRole("heading", { level: 1, name: "Activity" });
  expect(router.state.location.search).toEqual(expect.objectContaining({ after: busy.from }));
  expect(received.find(({ path }) => path === "/notifications")?.query.get("after")).toBe(busy.from);

  fireEvent.click(await screen.findByRole("button", { name: /^Since / }));
  await waitFor(() => expect(router.state.location.href).toBe("/activity"));
});

test("the failures of a period lead to the runs that have them, whenever these began", async () => {
  const { router, received } = renderDashboard("/", {
    handlers: { "GET /overview": () => answered(busy), "GET /notifications": () => pageOf(aRun()) },
  });
  await screen.findByRole("region", { name: "Failed" });
  fireEvent.click(region("Failed").getByRole("link"));
  fireEvent.click(await screen.findByRole("button", { name: /^Failed since / }));
  await waitFor(() => expect(router.state.location.href).toBe("/activity"));
  const asked = received.filter(({ path }) => path === "/notifications").map(({ query }) => query.get("failedAfter"));
  expect([asked[0], asked.at(-1)]).toEqual([busy.from, null]);
});

test("a reason leads to its last run, or to the runs of its channel where the server does not know that", async () => {
  renderDashboard("/", { handlers: { "GET /overview": () => answered(busy) } });
  await screen.findByText("550 no such mailbox");
  const failures = region("Failures by reason");
  expect(failures.getByText("sendgrid")).toBeTruthy();
  expect(failures.getByRole("link", { name: /^See the last run/ }).getAttribute("href")).toBe(`/activity/${RUN}`);
  const runs = failures.getByRole("link", { name: "See runs with SMS" }).getAttribute("href");
  expect(new URLSearchParams(runs?.split("?")[1]).getAll("channels")).toEqual(["sms"]);
});

test("what waits is shown by kind when something does, and an integration with its last failure", async () => {
  renderDashboard("/", { handlers: { "GET /overview": () => answered(busy) } });
  await screen.findByText("Open digests");
  expect(region("Waiting now").getByText("20k+")).toBeTruthy();
  expect(region("Waiting now").getByText("more than 20,000", { selector: ".sr-only" })).toBeTruthy();
  expect(screen.queryByText("Retries")).toBeNull();
  expect(region("Integrations with problems").getByText("Connection refused")).toBeTruthy();
});

test("the period is in the address, and the numbers of the last one stay until the next are there", async () => {
  const next = deferred<ReturnType<typeof answered>>();
  const { router, received } = renderDashboard("/", {
    handlers: {
      "GET /overview": ({ query }) => (query.get("period") === "7d" ? next.promise : answered(busy)),
    },
  });
  await screen.findByText("1.2k");
  fireEvent.click(screen.getByRole("radio", { name: "7 days" }));
  await waitFor(() => expect(received.at(-1)?.query.get("period")).toBe("7d"));
  expect(screen.getByText("1.2k")).toBeTruthy();
  next.resolve(answered({ ...busy, period: "7d", triggered: aTrend(5, 5) }));
  await screen.findByText("As many as in the 7 days before");
  expect(router.state.location.href).toBe("/?period=7d");
});

test("an environment without any run points to getting started, a quiet one shows its zeros", async () => {
  renderDashboard("/", {
    handlers: { "GET /overview": () => answered(), "GET /notifications": () => pageOf() },
  });
  const link = await screen.findByRole("link", { name: "Send the first notification" });
  expect(link.getAttribute("href")).toBe("/welcome");
  cleanup();
  renderDashboard("/", {
    handlers: { "GET /overview": () => answered(), "GET /notifications": () => pageOf(aRun()) },
  });
  await screen.findByText("No step failed.");
  expect(screen.queryByRole("link", { name: "Send the first notification" })).toBeNull();
});

test("a read that fails is shown with its id and tried again; the period stays usable", async () => {
  let fails = true;
  renderDashboard("/", {
    handlers: { "GET /overview": () => (fails ? failure(500, "Internal server error", "request-7") : answered(busy)) },
  });
  await screen.findByText("request-7");
  expect(screen.getByRole("radio", { name: "30 days" })).toBeTruthy();
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("1.2k");
});

test("g h opens home from another section", async () => {
  const { router } = renderDashboard("/outbox", {
    handlers: { "GET /overview": () => answered(busy), "GET /outbox": () => pageOf() },
  });
  await screen.findByRole("heading", { level: 1, name: "Outbox" });
  for (const key of ["g", "h"]) fireEvent.keyDown(document.body, { key });
  await screen.findByRole("heading", { level: 1, name: "Home" });
  expect(router.state.location.pathname).toBe("/");
});

test("publications that wait for approval are said above the numbers, also where nothing was triggered yet", async () => {
  const waitingPublications = { count: 2, isMore: false };
  renderDashboard("/", { handlers: { "GET /overview": () => answered({ ...busy, waitingPublications }) } });
  const link = await screen.findByRole("link", { name: "2 publications wait for approval" });
  expect(link.getAttribute("href")).toBe("/changes/publications?state=waiting");
  cleanup();
  renderDashboard("/", {
    handlers: {
      "GET /overview": () => answered(anOverview({ waitingPublications: { count: 1, isMore: false } })),
      "GET /notifications": () => pageOf(),
    },
  });
  await screen.findByRole("link", { name: "1 publication waits for approval" });
  await screen.findByText("Nothing was triggered here yet");
});

test("what needs attention is named with numbers, and leads on; what does not is not there", async () => {
  const attention = {
    failureGroups: { open: { count: 5, isMore: false }, new: { count: 2, isMore: false } },
    openPauses: { count: 1, isMore: false },
    suppressed: { period: { count: 1_000, isMore: true }, previous: { count: 12, isMore: false } },
  };
  renderDashboard("/", { handlers: { "GET /overview": () => answered({ ...busy, ...attention }) } });
  const list = await screen.findByRole("list", { name: "Needs attention" });
  expect(within(list).getByRole("link", { name: "2 new errors" }).getAttribute("href")).toBe("/activity/errors");
  expect(list.textContent).toContain("in the last 24 hours, 5 open in all");
  const pauses = within(list).getByRole("link", { name: "1 workflow or subscriber is paused by a safety cap" });
  expect(pauses.getAttribute("href")).toBe("/settings/safety-caps");
  expect(within(list).getByRole("link", { name: "1k+ addresses were suppressed" })).toBeTruthy();
  cleanup();
  // No more than before: nothing grows.
  const steady = { suppressed: { period: { count: 12, isMore: false }, previous: { count: 12, isMore: false } } };
  renderDashboard("/", { handlers: { "GET /overview": () => answered({ ...busy, ...steady }) } });
  await screen.findByRole("heading", { name: "Triggered" });
  expect(screen.queryByRole("list", { name: "Needs attention" })).toBeNull();
});
