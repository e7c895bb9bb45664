import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Crowd, crowd, mail, startCrowd } from "#test/support/crowd.ts";
import { printFigure } from "#test/support/figures.ts";
import { startMailSink } from "#test/support/mail-sink.ts";
import { eventually, isHealthy } from "#test/support/processes.ts";
import { askUntilAccepted, SLOTS } from "#test/support/survive-kills.ts";

// Nothing that was accepted may be lost or delivered twice when API and worker are ended by SIGKILL, whatever is under way.

const RECIPIENTS = 300;

let all: Crowd;
beforeAll(async () => {
  all = await startCrowd(RECIPIENTS, { takesMs: 20 });
});
afterAll(() => all?.stop());

const Created = z.object({ data: z.object({ _id: z.string() }) });

test("API and worker killed while events join digests, sends fail over, a schedule is due and windows close: everything arrives once", async () => {
  const EVENTS = 5;
  const KILLS = 3;
  /** Long enough for a restart, and for work whose worker has died to be given to the next one. */
  const WINDOW_SECONDS = 24;
  const to = crowd;
  const refusing = await startMailSink({ refusesWith: 535 });
  const killAndWait = async () => {
    all.kill("Belfry");
    await eventually("API and worker are back", 60_000, () => isHealthy(all.product.dev.apiUrl));
  };
  /** By subscriber what the events' messages say: the subject of a mail, the content of any other. */
  const messagesOf = async (transactionIds: readonly string[]): Promise<string[][]> => {
    const rows = await all.sql<{ contents: string[] }[]>`
      select array_agg(coalesce(subject, content)) as contents from messages
      where transaction_id = any(${[...transactionIds]}::text[]) group by subscriber_id`;
    return rows.map(({ contents }) => contents);
  };
  try {
    // The one that was there before follows it.
    await all.api.sendMailTo(refusing.port);
    const digest = { type: "digest", content: "" };
    const collected = "{% for event in step.events %}{{ event.at }} {% endfor %}";
    const digesting = await all.api.workflow("Collected", [
      { template: digest, metadata: { type: "regular", amount: WINDOW_SECONDS, unit: "seconds" } },
      { template: { type: "in_app", content: collected } },
    ]);
    const mailing = await all.api.workflow("Failing over", [mail]);
    const scheduled = await all.api.workflow("Scheduled", [{ template: { type: "in_app", content: "On time" } }]);
    const began = Date.now();
    const joined = Array.from({ length: EVENTS }, (_, i) => `fault-join-${i}`);
    const joining = (async () => {
      for (const id of joined) {
        await askUntilAccepted(all.api, { name: digesting, to, transactionId: id, payload: { at: id } });
        await sleep(500);
      }
    })();
    const failover = "fault-failover";
    await askUntilAccepted(all.api, { name: mailing, to, transactionId: failover });
    await eventually("sends fail over", 60_000, () => refusing.refused() > 0 && all.sink.taken() > 20);
    const takenBefore = all.sink.taken();
    await killAndWait();

    await joining;
    await eventually("all events have joined", 60_000, async () => {
      const [members] = await all.sql`
        select count(*)::int as count from digest_members m join runs r on r.id = m.run_id
        where r.transaction_id = any(${joined}::text[])`;
      return members?.count === EVENTS * RECIPIENTS;
    });
    // Whole seconds, the first of which is at least one away.
    const dueAt = Math.ceil(Date.now() / 1_000 + 1) * 1_000;
    const recurrence = { type: "once", at: new Date(dueAt).toISOString().slice(0, 19) };
    const schedule = Created.parse(
      await all.api.post("/schedules", { name: "Once", workflow: scheduled, to, recurrence }),
    );
    await sleep(dueAt - Date.now());
    await killAndWait();

    await eventually("windows close", 60_000, async () => (await messagesOf(joined)).length > 0);
    const closedBefore = (await messagesOf(joined)).length;
    await killAndWait();

    const occurrences = () => all.sql<{ id: string }[]>`
      select e.transaction_id as id from events e join workflows w on w.id = e.workflow_id
      where w.identifier = ${scheduled}`;
    // A pass that was killed is repeated when its claim has ended.
    await eventually("the schedule has fired", 150_000, async () => (await occurrences()).length > 0);
    const [occurrence] = await occurrences();
    const every = [...joined, failover, occurrence?.id ?? ""];
    await eventually("all events are through", 150_000, async () => {
      for (const id of every) if (!(await all.isThrough(id)())) return false;
      return true;
    });
    const doubled = [...all.sink.counts().values()].reduce((sum, count) => sum + count - 1, 0);
    printFigure(
      `${KILLS} kills: after ${takenBefore} of ${RECIPIENTS} mails and ${closedBefore} digests; ` +
        `${refusing.refused()} sends refused, ${doubled} mails doubled, ${RECIPIENTS - all.sink.counts().size} left open, ` +
        `through in ${Math.round((Date.now() - began) / 1_000)} s`,
    );
    const digests = await messagesOf(joined);
    expect(digests).toHaveLength(RECIPIENTS);
    // Every event once: in one message, unless joining took longer than a window is open.
    const events = digests.map((contents) => contents.flatMap((content) => content.trim().split(" ")).sort());
    expect(events.filter((ids) => JSON.stringify(ids) !== JSON.stringify(joined))).toEqual([]);
    const windows = digests.flat().length;

    const mails = await all.sql<{ address: string; messages: number; isOpen: boolean }[]>`
      select m.email as address, count(*)::int as messages, bool_and(d.state = 'failed' and d.is_bound) as "isOpen"
      from messages m join deliveries d on d.message_id = m.id where m.transaction_id = ${failover} group by 1`;
    expect(mails.filter(({ messages }) => messages !== 1)).toEqual([]);
    // What the refusing server may have taken when its sender died goes through no other one: it fails.
    const open = mails.flatMap(({ address, isOpen }) => (isOpen ? [address] : []));
    expect([...all.sink.counts().keys(), ...open].sort()).toEqual(
      Array.from({ length: RECIPIENTS }, (_, i) => `crowd-${i}@example.com`).sort(),
    );
    expect(open.length).toBeLessThanOrEqual(SLOTS);
    expect(doubled).toBeLessThanOrEqual(SLOTS * KILLS);

    expect(await occurrences()).toHaveLength(1);
    expect(await messagesOf([occurrence?.id ?? ""])).toEqual(Array(RECIPIENTS).fill(["On time"]));
    expect(await all.api.get(`/schedules/${schedule.data._id}`)).toMatchObject({
      data: { status: "ended", failures: 0, lastTransactionId: occurrence?.id },
    });

    const jobs = await all.sql<{ status: string; count: number }[]>`
      select j.status, count(*)::int as count from jobs j join runs r on r.id = j.run_id
      where r.transaction_id = any(${every}::text[]) group by 1`;
    // Of each window the run that sends for all, with two steps, and of each subscriber the mail and the scheduled message.
    expect(Object.fromEntries(jobs.map(({ status, count }) => [status, count]))).toEqual({
      completed: 2 * windows + 2 * RECIPIENTS - open.length,
      ...(open.length > 0 && { failed: open.length }),
      merged: 2 * (EVENTS * RECIPIENTS - windows),
    });
  } finally {
    await all.api.sendMailTo(all.sink.port);
    await refusing.stop();
  }
}, 400_000);
