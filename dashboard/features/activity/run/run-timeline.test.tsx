// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { aDetail, aJob, aRun } from "#dashboard/testing/fixtures.ts";
import { aMessage } from "#dashboard/testing/lists.ts";
import { RunTimeline } from "./run-timeline.tsx";

afterEach(cleanup);

const ofAda = (jobs: ReturnType<typeof aJob>[]) =>
  aRun({ jobs, subscriber: { _id: "ada", subscriberId: "ada", firstName: "Ada" } });

test("each step shows its status, its details in order, and the error that it failed with", () => {
  const failed = aJob("failed", {
    step: { _id: "step", name: "Reminder" },
    providerId: "postmark",
    error: { message: "Postmark answered 422." },
    executionDetails: [aDetail("Step created"), aDetail("Unexpected provider error", { status: "Failed" })],
  });
  render(<RunTimeline run={ofAda([aJob("completed", { type: "in_app" }), failed])} />);
  const card = within(screen.getByRole("article", { name: "Reminder" }));
  expect(card.getByText("Failed")).toBeTruthy();
  expect(card.getByText("Postmark answered 422.")).toBeTruthy();
  const lines = card.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines.findIndex((line) => line?.includes("Step created"))).toBeLessThan(
    lines.findLastIndex((line) => line?.includes("Unexpected provider error")),
  );
});

test("a waiting step shows when it continues", () => {
  const dueAt = new Date(Date.now() + 1_830_000).toISOString();
  render(<RunTimeline run={ofAda([aJob("delayed", { type: "delay", dueAt })])} />);
  expect(screen.getByText(/^Continues/).parentElement?.textContent).toContain("in 30 minutes");
});

test("a step that preferences excluded is skipped, with the reason in plain words", () => {
  const executionDetails = [aDetail(DETAILS.filteredBySubscriberGlobal), aDetail(DETAILS.stepFiltered)];
  render(<RunTimeline run={ofAda([aJob("canceled", { executionDetails })])} />);
  const card = within(screen.getByRole("article", { name: "Email" }));
  expect(card.getByText("Skipped")).toBeTruthy();
  expect(card.queryByText("Canceled")).toBeNull();
  expect(card.getByText("Skipped: Ada turned Email off for all workflows.")).toBeTruthy();
});

test("a step without an address is skipped, with the reason and without an error", () => {
  const executionDetails = [aDetail(DETAILS.missingRecipient, { status: "Failed" })];
  render(<RunTimeline run={ofAda([aJob("failed", { error: { message: "An error" }, executionDetails })])} />);
  const card = within(screen.getByRole("article", { name: "Email" }));
  expect(card.getByText("Skipped")).toBeTruthy();
  expect(card.getByText("Skipped: Ada has no email address.")).toBeTruthy();
  expect(card.queryByText("An error")).toBeNull();
});

test("raw data has the digits of large integers", () => {
  const executionDetails = [aDetail("Odd", { raw: '{"id":9007199254740993}' })];
  render(<RunTimeline run={ofAda([aJob("failed", { executionDetails })])} />);
  expect(screen.getByText(/9007199254740993/)).toBeTruthy();
});

test("raw data that is not JSON is shown as it came", () => {
  render(<RunTimeline run={ofAda([aJob("failed", { executionDetails: [aDetail("Odd", { raw: "<html>" })] })])} />);
  expect(screen.getByText('"<html>"')).toBeTruthy();
});

test("a step of a dry test shows the message that it would have sent", () => {
  const raw = {
    channel: "email",
    integration: "SMTP",
    to: "ada@example.com",
    content: { subject: "Order shipped", html: "<p>Shipped</p>", text: "Shipped" },
  };
  const executionDetails = [aDetail(DETAILS.wouldBeSent, { raw: JSON.stringify(raw) })];
  render(<RunTimeline run={ofAda([aJob("completed", { executionDetails })])} />);
  const card = within(screen.getByRole("article", { name: "Email" }));
  expect(card.getByText("Would send by SMTP to ada@example.com.")).toBeTruthy();
  const message = within(card.getByRole("figure", { name: "Message of the dry test" }));
  expect(message.getByText("Order shipped")).toBeTruthy();
  expect(message.getByTitle("Email of the dry test").getAttribute("srcdoc")).toContain("<p>Shipped</p>");
});

test("a dry test of an installation that keeps no content says so", () => {
  const executionDetails = [aDetail(DETAILS.wouldBeSent, { raw: JSON.stringify({ channel: "sms", to: "+1" }) })];
  render(<RunTimeline run={ofAda([aJob("completed", { type: "sms", executionDetails })])} />);
  expect(screen.getByText("This installation keeps no content of messages.")).toBeTruthy();
});

test("each attempt shows its integration, how long it took, its status, and what the provider answered", () => {
  const call = { begunAt: "2026-01-05T09:00:00.000Z", tookMs: 350 };
  const refused = { status: 503, response: "try again later", afterMs: 1_000, call };
  const executionDetails = [
    aDetail(DETAILS.providerRetry, { status: "Pending", raw: JSON.stringify(refused), providerId: "postmark" }),
    aDetail(DETAILS.messageSent, { raw: JSON.stringify({ id: "m-1", call }), providerId: "postmark" }),
  ];
  render(<RunTimeline run={ofAda([aJob("completed", { executionDetails })])} />);
  const [first, second] = within(screen.getByRole("list", { name: "Attempts" })).getAllByRole("listitem");
  expect(first?.textContent).toMatch(/^Refused, tried againpostmark503350 ms, attempt 1 at .*try again later$/);
  expect(second?.textContent).toMatch(/^Sentpostmark350 ms, attempt 2 at .*The provider knows it as m-1$/);
});

test("the details of a step that went as it should are one line", () => {
  const executionDetails = [aDetail("Step created"), aDetail("Start sending message"), aDetail(DETAILS.messageSent)];
  const times = { startedAt: "2026-01-05T09:00:00.000Z", finishedAt: "2026-01-05T09:00:01.200Z" };
  render(<RunTimeline run={ofAda([aJob("completed", { ...times, executionDetails })])} />);
  expect(screen.getByText("Queued, started and sent in 1.2 s")).toBeTruthy();
});

test("each bar is named by its sentence and leads to its step", () => {
  const executionDetails = [aDetail(DETAILS.stepDelayed, { createdAt: "2026-01-05T09:00:00.000Z" })];
  const job = aJob("completed", { type: "delay", executionDetails, finishedAt: "2026-01-05T09:01:00.000Z" });
  render(<RunTimeline run={ofAda([job])} />);
  const bar = screen.getByRole("link", { name: "Waited 1 min, as the step says." });
  expect(bar.getAttribute("href")).toBe(`#${screen.getByRole("article").id}`);
});

test("deliveries, reads and clicks that a provider reports are shown with its words", () => {
  const executionDetails = [
    aDetail("250 OK - (delivered)", { source: "Webhook", webhookStatus: "delivered" }),
    aDetail("(opened)", { source: "Webhook", webhookStatus: "opened" }),
  ];
  render(<RunTimeline run={ofAda([aJob("completed", { executionDetails })])} />);
  const reports = within(screen.getByRole("list", { name: "Reports of the provider" })).getAllByRole("listitem");
  expect(reports.map((report) => report.textContent)).toEqual([
    expect.stringMatching(/^Delivered250 OK/),
    expect.stringMatching(/^Opened/),
  ]);
});

test("what was sent is shown as it was rendered, a mail in a frame without scripts, with when it was seen and read", () => {
  const [bell, mail] = [aJob("completed", { type: "in_app" }), aJob("completed")];
  const moment = new Date(Date.now() - 120_000).toISOString();
  const messages = [
    aMessage({
      _id: "a",
      _jobId: bell._id,
      channel: "in_app",
      content: "Hi",
      firstSeenDate: moment,
      lastReadDate: moment,
      read: true,
    }),
    aMessage({ _id: "b", _jobId: mail._id, email: "ada@example.com", content: "<p>Shipped</p>" }),
  ];
  render(<RunTimeline run={ofAda([bell, mail])} messages={messages} />);
  const inbox = within(screen.getByRole("article", { name: "In-app" }));
  expect(inbox.getByText(/^Seen in the inbox/).parentElement?.textContent).toBe(
    "Seen in the inbox 2 minutes ago, read 2 minutes ago",
  );
  // A mail loads its pictures with its frame: not before somebody asks for it.
  expect(screen.queryByRole("figure", { name: "Email message", hidden: true })).toBeNull();
  const [, contentOfMail] = screen.getAllByText("Content as it was rendered");
  const details = contentOfMail?.closest("details");
  if (!details) throw new Error("The mail has no content");
  fireEvent(details, new Event("toggle"));
  const figure = within(screen.getByRole("figure", { name: "Email message", hidden: true }));
  expect(figure.getByText("To ada@example.com")).toBeTruthy();
  const frame = figure.getByTitle("Email as it was rendered");
  expect(frame.getAttribute("srcdoc")).toContain("<p>Shipped</p>");
  expect(frame.getAttribute("sandbox")).not.toContain("allow-scripts");
});
