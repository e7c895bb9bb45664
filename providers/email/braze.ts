import { z } from "zod";
import { retryAfterSeconds } from "#contract/constants/values/retry-after.ts";
import { fromAddress, secret, senderName, text } from "../credentials.ts";
import type { HttpReply } from "../http/http-reply.ts";
import type { EmailMessage, WithSender } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import { type ErrorClass, ProviderError } from "../provider-error.ts";
import { createFindUser, type FindUser } from "./braze-users.ts";
import { brazeAddress, brazeList } from "./lists/braze-list.ts";
import { formatMailbox, senderOf } from "./mailbox.ts";

/** `queued` while Braze is being maintained. */
const Answer = z.object({ message: z.enum(["success", "queued"]), dispatch_id: z.string().min(1).nullish() });

/** Braze's messages to users that it knows. */
export const braze = emailProvider({
  id: "braze",
  name: "Braze",
  docs: "https://www.braze.com/docs/api/basics/",
  // 250,000 in an hour, which most other calls of the workspace share.
  pace: { perSecond: 69, source: "https://www.braze.com/docs/api/api_limits/" },
  hosts: ["*.braze.com", "*.braze.eu"],
  fields: { casing: "snake" },
  uncoded: "Braze answers sentences",
  credentials: z.object({
    apiKey: secret("API Key"),
    apiURL: text("Base URL", { destination: true }),
    appID: text("App ID"),
    from: fromAddress(),
    senderName: senderName(),
  }),
  list: brazeList,
  open({ apiKey, apiURL, appID, from }, tools) {
    const base = brazeAddress(apiURL);
    const request = { headers: { authorization: `Bearer ${apiKey}` }, classify, retryAfter };
    // A lookup serves other mails too, and additions are not for it.
    const findUser = createFindUser(tools.http, `${base}/users/export/ids`, request);
    return {
      async send(mail, { http }) {
        const { users, unknown } = await usersOf(mail, findUser);
        const reply = await http.post(`${base}/messages/send`, {
          ...request,
          json: { broadcast: false, external_user_ids: users, messages: { email: emailOf(mail, appID) } },
        });
        const warning = warningOf(mail, unknown);
        return {
          id: reply.json(Answer).dispatch_id ?? mail.id,
          date: reply.date,
          ...(warning !== "" && { warning }),
        };
      },
      async check({ http }) {
        await createFindUser(http, `${base}/users/export/ids`, request)(from);
      },
    };
  },
});

/** There is no cc, and one bcc: each of the others gets a separate mail. */
async function usersOf({ to, cc = [], bcc: [, ...bcc] = [] }: EmailMessage, findUser: FindUser) {
  const addresses = [...new Set([...to, ...cc, ...bcc])];
  const found = await Promise.all(addresses.map(async (address) => ({ address, user: await findUser(address) })));
  const users = [...new Set(found.flatMap(({ user = [] }) => user))];
  const unknown = found.flatMap(({ address, user }) => (user === undefined ? [address] : []));
  if (users.length === 0) {
    throw new ProviderError("PERMANENT", `Braze has no user with the address ${unknown.join(", ")}`);
  }
  return { users, unknown };
}

function emailOf(mail: WithSender<EmailMessage>, app_id: string) {
  const { id, bcc = [], subject, html, text: plain, replyTo, headers = {} } = mail;
  return {
    app_id,
    subject,
    from: formatMailbox(senderOf(mail)),
    ...(replyTo !== undefined && { reply_to: replyTo }),
    ...(bcc.length > 0 && { bcc: bcc[0] }),
    body: html,
    ...(plain && { plaintext_body: plain }),
    ...(Object.keys(headers).length > 0 && { headers }),
    extras: { messageId: id },
  };
}

function warningOf({ attachments = [] }: EmailMessage, unknown: readonly string[]): string {
  const names = attachments.map(({ name = "attachment" }) => name);
  return [
    ...(unknown.length > 0 ? [`Braze has no user with the address ${unknown.join(", ")}`] : []),
    ...(names.length > 0 ? [`Braze takes attachments by their address only: ${names.join(", ")} was left out`] : []),
  ].join(". ");
}

/** An unknown key is answered 404 as well; an account or plan that is not active 403. */
function classify({ status }: HttpReply): ErrorClass | undefined {
  if (status === 403) return "FUNDS";
  return status === 404 ? "CREDENTIAL" : undefined;
}

/** Braze's own name for the seconds to wait. */
const retryAfter = ({ headers }: HttpReply): number | undefined =>
  retryAfterSeconds(headers.get("x-ratelimit-retry-after"));
