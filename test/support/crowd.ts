import postgres from "postgres";
import { type MailSink, type MailSinkOptions, startMailSink } from "./mail-sink.ts";
import { type PartName, type Product, type ProductOptions, startProduct } from "./processes.ts";
import { createApi, type TestApi } from "./rest.ts";

/** A running product whose environment has many subscribers, all in the topic `crowd`, and a mail server. */
export interface Crowd {
  product: Product;
  api: TestApi;
  sql: postgres.Sql;
  sink: MailSink;
  recipients: number;
  /** Ends a process of the product by SIGKILL: no handler runs, no connection is closed. */
  kill(name: PartName): void;
  /** How many subscribers the event has served on the channel. */
  served(transactionId: string, channel: "in_app" | "email"): Promise<number>;
  isThrough(transactionId: string): () => Promise<boolean>;
  stop(): Promise<void>;
}

export const bell = { template: { type: "in_app", content: "It happened" } };
export const mail = {
  template: { type: "email", subject: "It happened", contentType: "customHtml", content: "<p>It happened</p>" },
};
export const wait = (amount: number) => ({
  template: { type: "delay", content: "" },
  metadata: { type: "regular", amount, unit: "seconds" },
});
export const crowd = { type: "Topic", topicKey: "crowd" };

const BULK = 500;

export async function startCrowd(recipients: number, options: ProductOptions & MailSinkOptions = {}): Promise<Crowd> {
  const [product, sink] = await Promise.all([startProduct(options), startMailSink(options)]);
  const api = createApi(product.dev.apiUrl, product.dev.apiKey);
  const sql = postgres(product.dev.databaseUrl, { max: 2, onnotice: () => {} });
  await api.sendMailTo(sink.port);
  const ids = Array.from({ length: recipients }, (_, i) => `crowd-${i}`);
  for (let from = 0; from < recipients; from += BULK) {
    const some = ids.slice(from, from + BULK);
    const subscribers = some.map((subscriberId) => ({ subscriberId, email: `${subscriberId}@example.com` }));
    await api.post("/subscribers/bulk", { subscribers });
  }
  await api.post("/topics/crowd/subscribers", { subscribers: ids });

  return {
    product,
    api,
    sql,
    sink,
    recipients,
    kill: (name) => void process.kill(product.part(name).pid, "SIGKILL"),
    async served(transactionId, channel) {
      const [row] = await sql`
        select count(distinct subscriber_id)::int as n from messages
        where transaction_id = ${transactionId} and channel = ${channel}`;
      return Number(row?.n);
    },
    isThrough: (transactionId) => async () => (await api.status(transactionId)).state === "completed",
    async stop() {
      await sql.end();
      await product.end();
      await sink.stop();
    },
  };
}

/** How many messages there are of an event, on all channels. */
export async function messagesOf({ sql }: Crowd, transactionId: string): Promise<number> {
  const [row] = await sql`select count(*)::int as n from messages where transaction_id = ${transactionId}`;
  return Number(row?.n);
}
