import { removeEndedAttachments } from "#db/queries/events/attachments/attachments.ts";
import { hasOverdueMails } from "#db/queries/events/inbound-mails/inbound-mails.ts";
import { findOverdueLanes } from "#db/queries/lanes/lane-queues.ts";
import { nextReceipt } from "#db/queries/messages/receipts/due-receipts.ts";
import { nextSnoozed } from "#db/queries/messages/snoozed.ts";
import { matchReports } from "#db/queries/reports/store-reports.ts";
import { nextFiring } from "#db/queries/schedules/due-schedules.ts";
import { environmentsWithOverdueWebhooks } from "#db/queries/webhooks/due-webhooks.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";
import { lookAfterAll } from "./look-after-all.ts";
import type { Look, Pass } from "./pass.ts";

const LANES_PER_PASS = 500;
const ENVIRONMENTS = 500;
const EVENTS_TOGETHER = 100;

/** Wakes what follows due rows, when it does not. */
export function dueRows(deps: SliceDeps, fire: () => Promise<unknown>): Pass[] {
  const { db, engine, wakers } = deps;
  return [
    {
      name: "deliveries in lanes",
      run: async ({ overdue }) => {
        const lanes = await findOverdueLanes(db, overdue, LANES_PER_PASS);
        await lookAfterAll(deps, lanes, async (lane) => {
          await engine.wakeLane(lane);
          return true;
        });
        return {};
      },
    },
    {
      name: "replies to pass on",
      run: async ({ overdue }) => {
        if (await hasOverdueMails(db, overdue)) await engine.wakeInboundMail();
        return {};
      },
    },
    {
      name: "snoozed notifications",
      run: async ({ overdue }) => {
        const snoozed = await nextSnoozed(db);
        if (snoozed && snoozed < overdue) await engine.wakeSnoozed();
        return {};
      },
    },
    {
      // Nobody is notified of a send: receipts are due much later than this pass comes round.
      name: "receipts of vendors",
      run: async ({ now }) => {
        const receipt = await nextReceipt(db);
        if (receipt && receipt <= now) await engine.wakeReceipts();
        return {};
      },
    },
    {
      name: "schedules that nobody fired",
      run: async ({ now, overdue }) => {
        const next = await nextFiring(db, now);
        if (next && next < overdue) await fire();
        return {};
      },
    },
    {
      name: "delivery reports without a message",
      run: async ({ now }) => {
        const { webhooks } = await matchReports(db, now);
        for (const environment of webhooks) wakers.webhooks(environment);
        return {};
      },
    },
    {
      name: "events for webhook endpoints",
      run: async ({ overdue }) => {
        const unsent = await environmentsWithOverdueWebhooks(db, overdue, ENVIRONMENTS);
        await lookAfterAll(deps, unsent, async (environment) => {
          await engine.wakeWebhooks(environment);
          return true;
        });
        return {};
      },
    },
    { name: "attachments of events that have ended", run: removeAttachments },
  ];

  /** Bytes of attachments are needed only until the event's last run has ended. */
  async function removeAttachments({ now, hasTime }: Look): Promise<{ more: boolean }> {
    while (hasTime()) {
      const { seen } = await removeEndedAttachments(db, now, EVENTS_TOGETHER);
      if (seen < EVENTS_TOGETHER) return { more: false };
    }
    return { more: true };
  }
}
