import { screen } from "@testing-library/react";
import { handlersOf } from "./screens.ts";
import { aSuppression, SUPPRESSION_ID } from "./suppressions.ts";
import { data, press, type TestWrite, type } from "./test-write.ts";

const LIST = { address: "/integrations/suppressions", handlers: handlersOf("/integrations/suppressions") };

/** Changes of the list of suppressed addresses. */
export const SUPPRESSION_WRITES: readonly TestWrite[] = [
  {
    name: "suppressing addresses",
    write: "suppressions.add",
    ...LIST,
    call: "POST /suppressions",
    answer: data({ added: 1, unchanged: 1 }, 200),
    fill: async () => {
      await press("Add addresses");
      await type("Addresses", "bob@example.com\ngrace@example.com");
    },
    send: () => press("Add"),
    field: { label: "Addresses", path: "addresses.0" },
    kept: { Addresses: "bob@example.com\ngrace@example.com" },
    done: () => screen.findByText("1 address added, 1 was on the list already"),
  },
  {
    name: "lifting a suppression",
    write: "suppressions.lift",
    ...LIST,
    call: `POST /suppressions/${SUPPRESSION_ID}/lift`,
    answer: data(aSuppression()),
    fill: async () => {
      await press("Lift ada@example.com");
      await type("Why (optional)", "It works again");
    },
    send: () => press("Lift suppression"),
    kept: { "Why (optional)": "It works again" },
    done: () => screen.findByText("Messages are sent to ada@example.com again"),
  },
  {
    name: "changing what is done with bounces",
    write: "suppressions.setRules",
    ...LIST,
    call: "PUT /suppression-rules",
    answer: data({ softBounces: { count: 4, days: 7 }, bouncesKeptDays: null }),
    fill: async () => {
      await press("Bounce rules");
      await type("Soft bounces", "4");
    },
    send: () => press("Save rules"),
    field: { label: "Soft bounces", path: "softBounces.count" },
    kept: { "Soft bounces": "4" },
    done: () => screen.findByText("The bounce rules were saved"),
  },
];
