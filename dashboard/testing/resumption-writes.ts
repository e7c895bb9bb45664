import { fireEvent, screen } from "@testing-library/react";
import { aPreview, aResumption, aRunningResumption, RESUMPTION_ID } from "./resumptions.ts";
import { handlersOf } from "./screens.ts";
import { data, heading, press, type TestWrite, type } from "./test-write.ts";

const PAGE = `/activity/resumptions/${RESUMPTION_ID}`;
const PREVIEWED = {
  ...handlersOf("/activity"),
  ...handlersOf(PAGE),
  "POST /notifications/resumptions/preview": data(aPreview()),
};

/** Runs are resumed, and a resumption is aborted. */
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
];
