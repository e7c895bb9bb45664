import { z } from "zod";
import { EventStatus } from "#contract/events.ts";

/** The REST API as a caller sees it, over HTTP. Every reply that is not a success is an error with its body. */
export function createApi(origin: string, apiKey: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply = await fetch(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const post = (path: string, body: unknown = {}) => call("POST", path, body);
  const put = (path: string, body: unknown) => call("PUT", path, body);
  const get = (path: string) => call("GET", path);

  return {
    get,
    post,
    put,
    /** Creates an active workflow. @returns its trigger identifier */
    async workflow(name: string, steps: object[]): Promise<string> {
      const groups = z
        .object({ data: z.array(z.object({ _id: z.string() })) })
        .parse(await get("/notification-groups"));
      const body = { name, notificationGroupId: groups.data[0]?._id, active: true, steps };
      const created = z
        .object({ data: z.object({ triggers: z.array(z.object({ identifier: z.string() })) }) })
        .parse(await post("/notification-templates", body));
      return created.data.triggers[0]?.identifier ?? "";
    },
    trigger: (event: { name: string; to: unknown; payload?: object; transactionId?: string }) =>
      post("/events/trigger", event),
    async status(transactionId: string): Promise<EventStatus> {
      return z.object({ data: EventStatus }).parse(await get(`/events/trigger/${transactionId}`)).data;
    },
    /** Cancels what of the event has not begun. */
    async cancel(transactionId: string): Promise<boolean> {
      return z.object({ data: z.boolean() }).parse(await call("DELETE", `/events/trigger/${transactionId}`)).data;
    },
    /** Sends the environment's mail to an SMTP server on this machine. */
    async sendMailTo(port: number): Promise<void> {
      const created = z.object({ data: z.object({ _id: z.string() }) }).parse(
        await post("/integrations", {
          providerId: "nodemailer",
          channel: "email",
          name: "Local SMTP",
          credentials: { host: "127.0.0.1", port, from: "hello@belfry.example", senderName: "Belfry" },
          active: true,
        }),
      );
      await post(`/integrations/${created.data._id}/set-primary`);
    },
  };
}

export type TestApi = ReturnType<typeof createApi>;
