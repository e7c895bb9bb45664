import { proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { delivery } from "../policies.ts";
import { type LaneRef, SEND } from "../refs.ts";
import { followDueRows } from "./follow-due-rows.ts";

const senders = proxyActivities<Activities>(delivery);

/** Sends the deliveries of an integration, at the pace that its vendor allows, until none is left. */
export const laneRun = (lane: LaneRef): Promise<void> => followDueRows(serve, "deliveries", lane);

async function serve(lane: LaneRef): Promise<{ nextDueAt: number | null }> {
  // Nothing is sent for what an inbox shows.
  if (lane.channel === "in_app") return { nextDueAt: null };
  const { nextDueAt, details } = await senders[SEND[lane.channel]](lane);
  setCurrentDetails(details);
  return { nextDueAt };
}
