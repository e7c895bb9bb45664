import { screen } from "@testing-library/react";
import { aRun } from "./fixtures.ts";
import { aSavedView, SAVED_VIEW_ID } from "./saved-views.ts";
import { data, press, type TestWrite, type } from "./test-write.ts";

const OPEN = {
  address: "/activity?transactionId=8",
  handlers: {
    "GET /notifications": () => ({ body: { data: [aRun()], page: 0, pageSize: 10, hasMore: false } }),
    "GET /notifications/count": data({ count: 3, isMore: false }),
    "GET /saved-views": data([aSavedView()]),
  },
};

/** Views of lists are saved and deleted. */
export const SAVED_VIEW_WRITES: readonly TestWrite[] = [
  {
    name: "saving a view",
    write: "savedViews.create",
    ...OPEN,
    call: "POST /saved-views",
    answer: data(aSavedView(), 201),
    fill: async () => {
      await press("Views");
      await press("Save this view …");
      await type("Name", "Of one event");
    },
    send: () => press("Save view"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Of one event" },
    done: () => screen.findByText("The view was saved"),
  },
  {
    name: "deleting a view",
    write: "savedViews.delete",
    ...OPEN,
    call: `DELETE /saved-views/${SAVED_VIEW_ID}`,
    answer: () => ({ status: 204, body: null }),
    fill: () => press("Views"),
    send: () => press("Delete the view Failed mails"),
    done: () => screen.findByText("Failed mails was deleted"),
  },
];
