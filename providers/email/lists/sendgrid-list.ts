import type { SuppressionKind } from "#contract/constants/suppressions.ts";
import { liftFromEach, orNotListed, type VendorListDefinition } from "../../reports/vendor-list.ts";

const LISTS: Readonly<Record<SuppressionKind, string>> = {
  bounce: "suppression/bounces",
  complaint: "suppression/spam_reports",
  unsubscribe: "asm/suppressions/global",
};

/**
 * SendGrid's bounces, spam reports and global suppressions. Groups of unsubscribes are left alone: they hold back mails that name them.
 */
export const sendgridList: VendorListDefinition<{ apiKey: string }> = {
  kinds: ["bounce", "complaint", "unsubscribe"],
  source:
    "https://www.twilio.com/docs/sendgrid/api-reference/suppressions-global-suppressions/delete-a-global-suppression",
  lift: ({ address, kinds }, { apiKey }, { http }) =>
    liftFromEach(kinds, (kind) =>
      orNotListed(
        http.request("DELETE", `https://api.sendgrid.com/v3/${LISTS[kind]}/${encodeURIComponent(address)}`, {
          headers: { authorization: `Bearer ${apiKey}` },
          idempotent: true,
        }),
      ),
    ),
};
