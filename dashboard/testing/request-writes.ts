import { screen } from "@testing-library/react";
import { handlersOf } from "./screens.ts";
import { data, press, type TestWrite, type } from "./test-write.ts";

/** Changes of what is recorded of calls, and of what the demo providers keep. */
export const REQUEST_WRITES: readonly TestWrite[] = [
  {
    name: "changing what is recorded of requests",
    write: "requests.setSettings",
    address: "/activity/requests",
    handlers: handlersOf("/activity/requests"),
    call: "PUT /requests/settings",
    answer: data({ recorded: "everything", days: 14 }),
    fill: async () => {
      await press("Recording");
      await type("Keep for", "14");
    },
    send: () => press("Save"),
    field: { label: "Keep for", path: "days" },
    kept: { "Keep for": "14" },
    done: () => screen.findByText("The recording of requests was saved"),
  },
  {
    name: "clearing the outbox",
    write: "outbox.clear",
    address: "/outbox",
    handlers: handlersOf("/outbox"),
    call: "DELETE /outbox",
    answer: () => ({ status: 204, body: null }),
    fill: () => press("Clear outbox"),
    send: () => press("Delete all messages"),
    done: () => screen.findByText("The outbox was cleared"),
  },
];
