import { screen } from "@testing-library/react";
import { environments, PRODUCTION } from "./fixtures.ts";
import { aComparison, aPublication, aWaitingPublication, PUBLICATION_ID } from "./publications.ts";
import { data, heading, press, type TestWrite, type } from "./test-write.ts";

const LIST = {
  address: "/changes",
  handlers: {
    "GET /publications/preview": data(aComparison()),
    [`GET /publications/${PUBLICATION_ID}`]: data(aPublication()),
  },
};
const one = (publication: ReturnType<typeof aPublication>) => ({
  address: `/changes/${PUBLICATION_ID}`,
  handlers: { [`GET /publications/${PUBLICATION_ID}`]: data(publication) },
});
const [, production] = environments;

/** Differences between environments are published, approved, declined, withdrawn and reverted. */
export const PUBLICATION_WRITES: readonly TestWrite[] = [
  {
    name: "publishing all that differs",
    write: "publications.create",
    ...LIST,
    call: "POST /publications",
    answer: data(aPublication(), 201),
    fill: async () => {
      await press("Publish all 2 …");
      await type("Note (optional)", "New wording");
    },
    send: () => press("Publish to Production"),
    field: { label: "Note (optional)", path: "note" },
    kept: { "Note (optional)": "New wording" },
    done: () => heading("Order shipped and 1 more"),
  },
  {
    name: "requiring approval",
    write: "environments.updateOne",
    ...LIST,
    call: `PUT /environments/${PRODUCTION}`,
    answer: data({ ...production, requiresApproval: true, matched: 1, modified: 1 }),
    fill: () => press("Require approval …"),
    send: () => press("Require approval"),
    done: () => screen.findByText("Publishing needs approval now"),
  },
  {
    name: "approving a publication",
    write: "publications.approve",
    ...one(aWaitingPublication()),
    call: `POST /publications/${PUBLICATION_ID}/approve`,
    answer: data(aPublication()),
    fill: () => press("Approve …"),
    send: () => press("Publish to Production"),
    done: () => screen.findByText("The publication was approved"),
  },
  {
    name: "declining a publication",
    write: "publications.decline",
    ...one(aWaitingPublication()),
    call: `POST /publications/${PUBLICATION_ID}/decline`,
    answer: data(aWaitingPublication({ state: "declined" })),
    fill: async () => {
      await press("Decline …");
      await type("Why (optional)", "The price is wrong");
    },
    send: () => press("Decline publication"),
    field: { label: "Why (optional)", path: "reason" },
    kept: { "Why (optional)": "The price is wrong" },
    done: () => screen.findByText("The publication was declined"),
  },
  {
    name: "withdrawing a publication",
    write: "publications.withdraw",
    ...one(aWaitingPublication({ requestedBy: aPublication().requestedBy })),
    call: `POST /publications/${PUBLICATION_ID}/withdraw`,
    answer: data(aWaitingPublication({ state: "withdrawn" })),
    fill: () => press("Withdraw …"),
    send: () => press("Withdraw publication"),
    done: () => screen.findByText("The publication was withdrawn"),
  },
  {
    name: "reverting a publication",
    write: "publications.revert",
    ...one(aPublication()),
    call: `POST /publications/${PUBLICATION_ID}/revert`,
    answer: data({ publication: aPublication(), refused: [] }),
    fill: () => press("Revert …"),
    send: () => press("Revert 1 item"),
    done: () => screen.findByText("Production has what it had before"),
  },
];
