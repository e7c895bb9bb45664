import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import type { AccountMail, AccountMailer } from "#providers/account-mailer.ts";
import { createHttp } from "#providers/http/http.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { testConfig } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import type { AlertServices } from "../failures/send-alert.ts";
import { followQueuedMails, type QueuedMailServices, queueMail, sendQueuedMails } from "./queued-mails.ts";

const mail = {
  to: "ada@example.com",
  subject: "Your new password",
  sentences: ["Hi"],
  link: { path: "/r", label: "Go" },
};

const http = createHttp({ allowPrivateHosts: true });
let db: Database;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
});
beforeEach(() => db.$client`delete from account_mails`);
afterAll(() => Promise.all([closeDatabase(db), http.close()]));

/** Services of a process whose mail server fails so, one failure after the other, and then takes mails. */
function servicesWith(...failures: (ProviderError | "never answers")[]) {
  const sent: AccountMail[] = [];
  const send = vi.fn(async (one: AccountMail) => {
    const failure = failures.shift();
    if (failure === "never answers") return new Promise<void>(() => undefined);
    if (failure) throw failure;
    sent.push(one);
  });
  const mailer: AccountMailer = {
    send,
    check: async () => undefined,
    failure: () => null,
    close: async () => undefined,
  };
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() } as unknown as QueuedMailServices["log"];
  const mails = { wake: () => undefined, close: async () => undefined };
  const services: QueuedMailServices & AlertServices = { db, mailer, log, http, mails, config: testConfig };
  return { services, send, sent };
}

const queue = (services: QueuedMailServices, one: typeof mail | null = mail) =>
  db.transaction((transaction) => queueMail(transaction, services, one));
const rows = () => db.$client<{ mail: string | null; attempts: number }[]>`select mail, attempts from account_mails`;
/** Time passes for mails that wait. */
const waitFor = (time: string) =>
  db.$client`update account_mails set due_at = due_at - ${time}::interval, expire_at = expire_at - ${time}::interval`;

test("a mail of a process that ended is sent by another one, and its link is not readable meanwhile", async () => {
  const first = servicesWith("never answers");
  await queue(first.services);
  void sendQueuedMails(first.services);
  await vi.waitFor(() => expect(first.send).toHaveBeenCalledTimes(1));
  expect(await rows()).toEqual([{ mail: expect.not.stringContaining("ada@example.com"), attempts: 1 }]);
  const second = servicesWith();
  await sendQueuedMails(second.services);
  expect(second.sent).toEqual([]);
  await waitFor("3 minutes");
  await sendQueuedMails(second.services);
  expect(second.sent).toEqual([
    expect.objectContaining({ to: mail.to, subject: mail.subject, text: expect.stringMatching(/^Hi\n\nhttp.+\/r\n$/) }),
  ]);
  expect(await rows()).toEqual([]);
});

test.each([
  ["cannot take it just now", new ProviderError("RETRY", "421 come back later")],
  ["is set up wrongly", new ProviderError("CREDENTIAL", "553 sender address rejected")],
])("a mail whose server %s is tried again, for a day at most", async (_, failure) => {
  const { services, sent } = servicesWith(failure, failure, failure);
  await queue(services);
  await sendQueuedMails(services);
  await sendQueuedMails(services);
  expect(await rows()).toMatchObject([{ attempts: 1 }]);
  await waitFor("6 seconds");
  await sendQueuedMails(services);
  expect(await rows()).toMatchObject([{ attempts: 2 }]);
  await waitFor("24 hours");
  await sendQueuedMails(services);
  expect([await rows(), sent]).toEqual([[], []]);
});

test("a mail whose recipient is refused for good is logged, and not tried again", async () => {
  const { services } = servicesWith(new ProviderError("PERMANENT", "550 no such user"));
  await queue(services);
  await sendQueuedMails(services);
  expect(services.log.error).toHaveBeenCalledTimes(1);
  expect(await rows()).toEqual([]);
});

test("the queue sends what is there when it begins, and what is stored later", async () => {
  const { services, sent } = servicesWith();
  await queue(services);
  const mails = followQueuedMails(services);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await queue(services, null);
  await queue(services, { ...mail, to: "eve@example.com" });
  mails.wake();
  await vi.waitFor(() => expect(sent.map(({ to }) => to)).toEqual([mail.to, "eve@example.com"]));
  await mails.close();
  expect(await rows()).toEqual([]);
});

test("a mail that is stored while the queue reads when to look again is sent at once", async () => {
  const { services, sent } = servicesWith();
  const stored: Promise<void>[] = [];
  const storeOnce = async () => {
    await queue(services);
    mails.wake();
    await new Promise(setImmediate);
  };
  const $client = ((strings: TemplateStringsArray, ...values: never[]) => {
    const query = db.$client(strings, ...values);
    if (!strings.join("").includes("limit 1") || stored.length > 0) return query;
    return query.then(async (found) => {
      stored.push(storeOnce());
      await Promise.all(stored);
      return found;
    });
  }) as unknown as Database["$client"];
  const mails = followQueuedMails({ ...services, db: Object.assign(Object.create(db) as Database, { $client }) });
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 5_000 });
  await mails.close();
});

test("without a mail server nothing is stored, and nothing is stored of what is rolled back", async () => {
  const { services } = servicesWith();
  await queue({ ...services, mailer: null });
  const failing = db.transaction(async (transaction) => {
    await queueMail(transaction, services, mail);
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await rows()).toEqual([]);
});
