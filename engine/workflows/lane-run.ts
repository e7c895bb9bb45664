import { proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { delivery } from "../policies.ts";
import { type LaneRef, SEND } from "../refs.ts";
import { followDueRows } from "./follow-due-rows.ts";

const senders = proxyActivities<Activities>(delivery);

/** An execution that has nothing to do stays for so long: what comes next need not start another one. */
const LANE_IDLE_MS = 60_000;

/** Sends the deliveries of an integration, at the pace that its vendor allows, until none has come for a while. */
export const laneRun = (lane: LaneRef): Promise<void> =>
  followDueRows(serve, { summary: "deliveries", idleMs: LANE_IDLE_MS }, lane);

async function serve(lane: LaneRef): Promise<{ nextDueAt: number | null }> {
  // Nothing is sent for what an inbox shows.
  if (lane.channel === "in_app") return { nextDueAt: null };
  const { nextDueAt, details } = await senders[SEND[lane.channel]](lane);
  setCurrentDetails(details);
  return { nextDueAt };
}
