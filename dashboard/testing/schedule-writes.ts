import { fireEvent, screen } from "@testing-library/react";
import { aSchedule, DATES, SCHEDULE_ID } from "./schedules.ts";
import { handlersOf } from "./screens.ts";
import { choose, data, press, type TestWrite, type } from "./test-write.ts";

const LIST = {
  address: "/schedules",
  handlers: {
    ...handlersOf("/schedules"),
    "POST /v2/waits/dates": data(DATES),
    "GET /v2/workflows": data({
      workflows: [{ _id: "w", name: "Parcel sent", workflowId: "parcel-sent", active: true, steps: [], tags: [] }],
      totalCount: 1,
    }),
  },
};

/** Changes of schedules. */
export const SCHEDULE_WRITES: readonly TestWrite[] = [
  {
    name: "creating a schedule",
    write: "schedules.create",
    ...LIST,
    call: "POST /schedules",
    answer: data(aSchedule({ name: "News" }), 201),
    fill: async () => {
      await press("New schedule");
      await type("Name", "News");
      fireEvent.click(await screen.findByRole("button", { name: /^Workflow|Choose by name/, hidden: true }));
      fireEvent.click(await screen.findByRole("option", { name: /Parcel sent/ }));
    },
    send: () => press("Create schedule"),
    field: { label: "Name", path: "name" },
    kept: { Name: "News" },
    done: () => screen.findByText("News was saved"),
  },
  {
    name: "changing a schedule",
    write: "schedules.update",
    ...LIST,
    call: `PATCH /schedules/${SCHEDULE_ID}`,
    answer: data(aSchedule({ name: "News" })),
    fill: async () => {
      await choose("Orders of the week", "Edit");
      await type("Name", "News");
    },
    send: () => press("Save schedule"),
    field: { label: "Name", path: "name" },
    kept: { Name: "News" },
    done: () => screen.findByText("News was saved"),
  },
  {
    name: "pausing a schedule",
    write: "schedules.pause",
    ...LIST,
    call: `POST /schedules/${SCHEDULE_ID}/pause`,
    answer: data(aSchedule({ status: "paused" })),
    send: () => choose("Orders of the week", "Pause"),
    once: true,
    done: () => screen.findByText("Orders of the week is paused"),
  },
  {
    name: "resuming a schedule",
    write: "schedules.resume",
    ...LIST,
    handlers: {
      ...LIST.handlers,
      "GET /schedules": () => ({ body: { data: [aSchedule({ status: "paused" })], hasMore: false, next: null } }),
    },
    call: `POST /schedules/${SCHEDULE_ID}/resume`,
    answer: data(aSchedule()),
    send: () => choose("Orders of the week", "Resume"),
    once: true,
    done: () => screen.findByText("Orders of the week goes on"),
  },
  {
    name: "deleting a schedule",
    write: "schedules.delete",
    ...LIST,
    call: `DELETE /schedules/${SCHEDULE_ID}`,
    answer: () => ({ status: 204, body: null }),
    fill: () => choose("Orders of the week", "Delete"),
    send: () => press("Delete schedule"),
    done: () => screen.findByText("Orders of the week was deleted"),
  },
];
