import { fireEvent, screen } from "@testing-library/react";
import {
  aCancellation,
  aCancellationPreview,
  aPreview,
  aResumption,
  aRunningResumption,
  CANCELLATION_ID,
  RESUMPTION_ID,
} from "./resumptions.ts";
import { handlersOf } from "./screens.ts";
import { data, heading, press, type TestWrite, type } from "./test-write.ts";

const PAGE = `/activity/resumptions/${RESUMPTION_ID}`;
const PREVIEWED = {
  ...handlersOf("/activity"),
  ...handlersOf(PAGE),
  "POST /notifications/resumptions/preview": data(aPreview()),
};

const CANCELLATION = `/activity/cancellations/${CANCELLATION_ID}`;
const CANCELABLE = {
  ...handlersOf("/activity"),
  ...handlersOf(CANCELLATION),
  "POST /notifications/cancellations/preview": data(aCancellationPreview()),
};

/** Runs are resumed or cancelled, and that is aborted. */
export const RESUMPTION_WRITES: readonly TestWrite[] = [
  {
    name: "resuming all runs that match",
    write: "notifications.createResumption",
    address: "/activity?channels=email",
    handlers: PREVIEWED,
    call: "POST /notifications/resumptions",
    answer: data(aResumption(), 202),
    fill: async () => {
      await press("Resume all that match …");
      await screen.findByText("550 mailbox unavailable");
      await type("Name (optional)", "After the outage");
    },
    send: () => press("Resume 12,483 runs"),
    field: { label: "Name (optional)", path: "name" },
    kept: { "Name (optional)": "After the outage" },
    done: () => heading("After the outage"),
  },
  {
    name: "resuming the selected runs",
    address: "/activity",
    handlers: { ...PREVIEWED, "POST /notifications/resumptions/preview": data(aPreview({ runs: 1 })) },
    call: "POST /notifications/resumptions",
    answer: data(aResumption(), 202),
    fill: async () => {
      fireEvent.click(await screen.findByRole("checkbox", { name: /^Select Order shipped/ }));
      await press("Resume");
      await screen.findByText("1 of 1 selected run can be resumed. Completed steps are not repeated.");
    },
    send: () => press("Resume 1 run"),
    done: () => heading("After the outage"),
  },
  {
    name: "aborting a resumption",
    write: "notifications.endResumption",
    address: PAGE,
    handlers: { [`GET /notifications/resumptions/${RESUMPTION_ID}`]: data(aRunningResumption()) },
    call: `DELETE /notifications/resumptions/${RESUMPTION_ID}`,
    answer: data(aResumption({ state: "canceled" })),
    fill: () => press("Abort"),
    send: () => press("Abort resumption"),
    done: () => screen.findByText("The resumption was aborted"),
  },
  {
    name: "cancelling all runs that match",
    write: "notifications.createCancellation",
    address: "/activity?channels=email",
    handlers: CANCELABLE,
    call: "POST /notifications/cancellations",
    answer: data(aCancellation(), 202),
    fill: async () => {
      await press("Cancel all that match …");
      await screen.findByText("1,204 runs can be cancelled. This cannot be undone.");
      await type("Name (optional)", "Wrong prices");
    },
    send: () => press("Cancel 1,204 runs"),
    field: { label: "Name (optional)", path: "name" },
    kept: { "Name (optional)": "Wrong prices" },
    done: () => heading("Wrong prices"),
  },
  {
    name: "cancelling the selected runs",
    address: "/activity",
    handlers: CANCELABLE,
    call: "POST /notifications/cancellations",
    answer: data(aCancellation(), 202),
    fill: async () => {
      fireEvent.click(await screen.findByRole("checkbox", { name: /^Select Order shipped/ }));
      await press("Cancel");
      await screen.findByText("1,204 runs can be cancelled. This cannot be undone.");
    },
    send: () => press("Cancel 1,204 runs"),
    done: () => heading("Wrong prices"),
  },
  {
    name: "aborting a cancellation",
    write: "notifications.endCancellation",
    address: CANCELLATION,
    handlers: { [`GET /notifications/cancellations/${CANCELLATION_ID}`]: data(aCancellation({ state: "running" })) },
    call: `DELETE /notifications/cancellations/${CANCELLATION_ID}`,
    answer: data(aCancellation({ state: "canceled" })),
    fill: () => press("Abort"),
    send: () => press("Abort cancellation"),
    done: () => screen.findByText("The cancellation was aborted"),
  },
];
