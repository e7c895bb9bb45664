import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";
import { liftFromEach, type VendorListDefinition } from "../../reports/vendor-list.ts";

const LISTS = { bounce: "bounce", complaint: "spam" } as const;

/** Braze shows the address of its API without a scheme. */
export const brazeAddress = (given: string): string =>
  withoutTrailingSlashes(/^[a-z]+:\/\//i.test(given) ? given : `https://${given}`);

/** Braze's lists of bounces and spam, and those of the vendor that it sends over. It does not say whether an address was on one. */
export const brazeList: VendorListDefinition<{ apiKey: string; apiURL: string }> = {
  kinds: ["bounce", "complaint"],
  source: "https://www.braze.com/docs/api/endpoints/email/post_remove_hard_bounces/",
  lift: ({ address, kinds }, { apiKey, apiURL }, { http }) =>
    liftFromEach(
      kinds.flatMap((kind) => (kind === "unsubscribe" ? [] : [LISTS[kind]])),
      async (list) => {
        await http.post(`${brazeAddress(apiURL)}/email/${list}/remove`, {
          headers: { authorization: `Bearer ${apiKey}` },
          json: { email: address },
          idempotent: true,
        });
        return "lifted";
      },
    ),
};
