// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { aDetail, aJob } from "#dashboard/testing/fixtures.ts";
import { RunTimeline } from "./run-timeline.tsx";

afterEach(cleanup);

test("each step shows its status, its details in order, and the error that it failed with", () => {
  const failed = aJob("failed", {
    step: { _id: "step", name: "Reminder" },
    providerId: "postmark",
    error: { message: "Postmark answered 422." },
    executionDetails: [aDetail("Step created"), aDetail("Unexpected provider error", { status: "Failed" })],
  });
  render(<RunTimeline who="Ada" jobs={[aJob("completed", { type: "in_app" }), failed]} />);
  const card = within(screen.getByRole("article", { name: "Reminder" }));
  expect(card.getByText("Failed")).toBeTruthy();
  expect(card.getByText("Postmark answered 422.")).toBeTruthy();
  const lines = card.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines[0]).toContain("Step created");
  expect(lines[1]).toContain("Unexpected provider error");
});

test("a waiting step shows when it continues", () => {
  const dueAt = new Date(Date.now() + 1_830_000).toISOString();
  render(<RunTimeline who="Ada" jobs={[aJob("delayed", { type: "delay", dueAt })]} />);
  expect(screen.getByText(/^Continues/).parentElement?.textContent).toContain("in 30 minutes");
});

test("a step that preferences excluded is skipped, with the reason in plain words", () => {
  const executionDetails = [aDetail(DETAILS.filteredBySubscriberGlobal), aDetail(DETAILS.stepFiltered)];
  render(<RunTimeline who="Ada" jobs={[aJob("canceled", { executionDetails })]} />);
  const card = within(screen.getByRole("article", { name: "Email" }));
  expect(card.getByText("Skipped")).toBeTruthy();
  expect(card.queryByText("Canceled")).toBeNull();
  expect(card.getByText("The subscriber turned this channel off for all workflows.")).toBeTruthy();
});

test("a step without an address is skipped, with the reason and without an error", () => {
  const executionDetails = [aDetail(DETAILS.missingRecipient, { status: "Failed" })];
  render(<RunTimeline who="Ada" jobs={[aJob("failed", { error: { message: "An error" }, executionDetails })]} />);
  const card = within(screen.getByRole("article", { name: "Email" }));
  expect(card.getByText("Skipped")).toBeTruthy();
  expect(card.getByText("The subscriber has no email address.")).toBeTruthy();
  expect(card.queryByText("An error")).toBeNull();
});

test("raw data has the digits of large integers", () => {
  const executionDetails = [aDetail("Odd", { raw: '{"id":9007199254740993}' })];
  render(<RunTimeline who="Ada" jobs={[aJob("failed", { executionDetails })]} />);
  expect(screen.getByText(/9007199254740993/)).toBeTruthy();
});

test("raw data that is not JSON is shown as it came", () => {
  render(<RunTimeline who="Ada" jobs={[aJob("failed", { executionDetails: [aDetail("Odd", { raw: "<html>" })] })]} />);
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
  render(<RunTimeline who="Ada" jobs={[aJob("completed", { executionDetails })]} />);
  const card = within(screen.getByRole("article", { name: "Email" }));
  expect(card.getByText("Would send by SMTP to ada@example.com.")).toBeTruthy();
  const message = within(card.getByRole("figure", { name: "Message of the dry test" }));
  expect(message.getByText("Order shipped")).toBeTruthy();
  expect(message.getByTitle("Email of the dry test").getAttribute("srcdoc")).toContain("<p>Shipped</p>");
});

test("a dry test of an installation that keeps no content says so", () => {
  const executionDetails = [aDetail(DETAILS.wouldBeSent, { raw: JSON.stringify({ channel: "sms", to: "+1" }) })];
  render(<RunTimeline who="Ada" jobs={[aJob("completed", { type: "sms", executionDetails })]} />);
  expect(screen.getByText("This installation keeps no content of messages.")).toBeTruthy();
});
