import { screen } from "@testing-library/react";
import { aFailureGroupPage, FAILURE_GROUP_ID } from "./failure-groups.ts";
import { handlersOf } from "./screens.ts";
import { data, press, type TestWrite, type } from "./test-write.ts";

const PAGE = `/activity/errors/${FAILURE_GROUP_ID}`;
const CALL = `/failure-groups/${FAILURE_GROUP_ID}`;
const OPEN = { address: PAGE, handlers: handlersOf(PAGE) };

/** An error is resolved, ignored and opened again. */
export const FAILURE_GROUP_WRITES: readonly TestWrite[] = [
  {
    name: "resolving an error",
    write: "failureGroups.resolve",
    ...OPEN,
    call: `POST ${CALL}/resolve`,
    answer: data(aFailureGroupPage({ state: "resolved" })),
    fill: async () => {
      await press("Resolve …");
      await type("What was done (optional)", "The key was replaced");
    },
    send: () => press("Resolve error"),
    field: { label: "What was done (optional)", path: "reason" },
    kept: { "What was done (optional)": "The key was replaced" },
    done: () => screen.findByText("The error is resolved"),
  },
  {
    name: "ignoring an error",
    write: "failureGroups.ignore",
    ...OPEN,
    call: `POST ${CALL}/ignore`,
    answer: data(aFailureGroupPage({ state: "ignored" })),
    fill: async () => {
      await press("Ignore …");
      await type("Why (optional)", "Test addresses");
    },
    send: () => press("Ignore error"),
    field: { label: "Why (optional)", path: "reason" },
    kept: { "Why (optional)": "Test addresses" },
    done: () => screen.findByText("The error is ignored"),
  },
  {
    name: "opening an error again",
    write: "failureGroups.open",
    address: PAGE,
    handlers: {
      [`GET ${CALL}`]: data(aFailureGroupPage({ state: "resolved", stateSince: "2026-01-05T10:00:00.000Z" })),
    },
    call: `POST ${CALL}/open`,
    answer: data(aFailureGroupPage()),
    fill: () => press("Open again …"),
    send: () => press("Open error"),
    done: () => screen.findByText("The error is open again"),
  },
];
