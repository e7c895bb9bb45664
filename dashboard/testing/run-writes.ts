import { fireEvent, screen } from "@testing-library/react";
import type { Digest } from "#contract/digests.ts";
import { aJob, aRun, DEVELOPMENT } from "./fixtures.ts";
import { handlersOf } from "./screens.ts";
import { data, heading, press, type TestWrite, type } from "./test-write.ts";

const MOMENT = "2026-01-05T09:00:00.000Z";
const list = (...rows: unknown[]) => ({
  body: { data: rows, page: 0, pageSize: 100, totalCount: rows.length, hasMore: false },
});
const pageOf = (run: ReturnType<typeof aRun>) => ({
  address: `/activity/${run._id}`,
  handlers: {
    ...handlersOf("/activity"),
    [`GET /notifications/${run._id}`]: data(run),
    "GET /messages": () => list(),
  },
});

const failed = aRun({ jobs: [aJob("failed", { error: { message: "Refused" } })] });
const delayed = aRun({ jobs: [aJob("delayed", { type: "delay", dueAt: MOMENT })] });
const collecting = aRun({ jobs: [aJob("delayed", { type: "digest", dueAt: MOMENT })] });
const digest: Digest = {
  _id: "00000000-0000-4000-8000-0000000000d1",
  id: "00000000-0000-4000-8000-0000000000d1",
  state: "open",
  _templateId: collecting._templateId,
  workflow: { identifier: "order-shipped", name: "Order shipped" },
  _stepId: collecting.jobs[0]?.step._id ?? "",
  _subscriberId: collecting._subscriberId,
  subscriberId: "ada",
  key: "",
  events: { count: 3, isMore: false },
  openedAt: MOMENT,
  closesAt: MOMENT,
  _notificationId: collecting._id,
};
const atDigest = {
  ...pageOf(collecting),
  handlers: { ...pageOf(collecting).handlers, "GET /digests": () => ({ body: { data: [digest], next: null } }) },
};

const handled = aRun({ jobs: failed.jobs, handled: { name: "Ada Lovelace", at: MOMENT } });

/** Chooses an action of the run. */
const choose = async (action: string) => {
  await press("Actions of this run");
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
};

/** Changes that are made on the page of a run. */
export const RUN_WRITES: readonly TestWrite[] = [
  {
    name: "retrying a run",
    write: "notifications.resume",
    ...pageOf(failed),
    call: `POST /notifications/${failed._id}/resume`,
    answer: data({ _id: "resumption", _environmentId: DEVELOPMENT }, 202),
    fill: () => press("Retry …"),
    send: () => press("Retry step"),
    done: () => screen.findByText("The run continues with its failed steps"),
  },
  {
    name: "starting a run like another one",
    ...pageOf(failed),
    call: "POST /events/trigger",
    answer: data({ acknowledged: true, status: "processed", transactionId: "t" }, 201),
    fill: async () => {
      await press("Start one like this …");
      await type("Subscriber id", "grace");
    },
    send: () => press("Trigger"),
    field: { label: "Subscriber id", path: "to" },
    kept: { "Subscriber id": "grace" },
    done: () => heading("Activity"),
  },
  {
    name: "cancelling a run",
    write: "notifications.cancel",
    ...pageOf(delayed),
    call: `POST /notifications/${delayed._id}/cancel`,
    answer: data({ _id: "cancellation", _environmentId: DEVELOPMENT }, 202),
    fill: () => press("Cancel run …"),
    send: () => press("Cancel run"),
    done: () => screen.findByText("The run is being cancelled"),
  },
  {
    name: "sending a digest before its time",
    write: "digests.send",
    ...atDigest,
    call: `POST /digests/${digest._id}/send`,
    answer: data(digest),
    fill: () => press("Send now …"),
    send: () => press("Send now"),
    done: () => screen.findByText("The digest is being sent"),
  },
  {
    name: "discarding a digest",
    write: "digests.discard",
    ...atDigest,
    call: `POST /digests/${digest._id}/discard`,
    answer: data(digest),
    fill: () => press("Discard …"),
    send: () => press("Discard digest"),
    done: () => screen.findByText("The digest was discarded"),
  },
  {
    name: "marking a run as handled",
    write: "notifications.markHandled",
    ...pageOf(failed),
    call: `POST /notifications/${failed._id}/handled`,
    answer: data(handled),
    fill: () => choose("Mark as handled …"),
    send: () => press("Mark as handled"),
    done: () => screen.findByText("The run is marked as handled"),
  },
  {
    name: "taking back that a run is handled",
    write: "notifications.unmarkHandled",
    ...pageOf(handled),
    call: `DELETE /notifications/${handled._id}/handled`,
    answer: data(failed),
    fill: () => choose("Remove handled mark …"),
    send: () => press("Remove mark"),
    done: () => screen.findByText("The run is no longer marked as handled"),
  },
  {
    name: "ending a delay",
    write: "notifications.endDelay",
    ...pageOf(delayed),
    call: `POST /notifications/${delayed._id}/end-delay`,
    answer: data(delayed),
    fill: () => press("Continue now …"),
    send: () => press("Continue now"),
    done: () => screen.findByText("The run continues"),
  },
];
