// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aDetail, aJob } from "../../testing/fixtures.ts";
import { RunTimeline } from "./run-timeline.tsx";

afterEach(cleanup);

test("each step stands with its state, its details in order, and why it failed", () => {
  const failed = aJob("failed", {
    step: { _id: "step", name: "Reminder" },
    providerId: "postmark",
    error: { message: "Postmark answered 422." },
    executionDetails: [aDetail("Step created"), aDetail("Unexpected provider error", { status: "Failed" })],
  });
  render(<RunTimeline jobs={[aJob("completed", { type: "in_app" }), failed]} />);
  const card = within(screen.getByRole("article", { name: "Reminder" }));
  expect(card.getByText("Failed")).toBeTruthy();
  expect(card.getByText("Postmark answered 422.")).toBeTruthy();
  const lines = card.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines[0]).toContain("Step created");
  expect(lines[1]).toContain("Unexpected provider error");
});

test("a waiting step says when it goes on", () => {
  const dueAt = new Date(Date.now() + 1_830_000).toISOString();
  render(<RunTimeline jobs={[aJob("delayed", { type: "delay", dueAt })]} />);
  expect(screen.getByText(/^Goes on/).textContent).toContain("in 30 minutes");
});

test("raw data that is not JSON is shown as it came", () => {
  render(<RunTimeline jobs={[aJob("failed", { executionDetails: [aDetail("Odd", { raw: "<html>" })] })]} />);
  expect(screen.getByText('"<html>"')).toBeTruthy();
});
