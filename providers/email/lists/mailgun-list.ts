import type { SuppressionKind } from "#contract/constants/suppressions.ts";
import { basicAuth } from "../../http/http.ts";
import type { HttpReply } from "../../http/http-reply.ts";
import type { ErrorClass } from "../../provider-error.ts";
import { liftFromEach, orNotListed, type VendorListDefinition } from "../../reports/vendor-list.ts";
import { type MailgunDomain, mailgunAddress } from "../mailgun-address.ts";

const LISTS: Readonly<Record<SuppressionKind, string>> = {
  bounce: "bounces",
  complaint: "complaints",
  unsubscribe: "unsubscribes",
};

/** Mailgun's lists, of which each domain has its own. */
export const mailgunList: VendorListDefinition<MailgunDomain & { user: string; apiKey: string }> = {
  kinds: ["bounce", "complaint", "unsubscribe"],
  source: "https://documentation.mailgun.com/en/latest/api-suppressions.html",
  lift: ({ address, kinds }, account, { http }) =>
    liftFromEach(kinds, (kind) =>
      orNotListed(
        http.request("DELETE", `${mailgunAddress(account)}/${LISTS[kind]}/${encodeURIComponent(address)}`, {
          headers: { authorization: basicAuth(account.user, account.apiKey) },
          classify,
          idempotent: true,
        }),
      ),
    ),
};

/** Both an address that is not on the list and an unknown domain are answered 404; the latter is one of another region or account. */
const classify = ({ status, text }: HttpReply): ErrorClass | undefined =>
  status === 404 && /domain not found/i.test(text) ? "CREDENTIAL" : undefined;
