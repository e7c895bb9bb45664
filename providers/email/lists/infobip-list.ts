import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";
import { liftFromEach, type VendorListDefinition } from "../../reports/vendor-list.ts";

/** The names that Infobip has for reasons. */
const TYPES = { bounce: "BOUNCE", complaint: "COMPLAINT" } as const;

interface Account {
  apiKey: string;
  baseUrl: string;
  from: string;
}

/** Infobip's suppressions, of which each domain of senders has its own. They are deleted some time after the call, which does not say whether there was one. */
export const infobipList: VendorListDefinition<Account> = {
  kinds: ["bounce", "complaint"],
  source: "https://www.infobip.com/docs/api/channels/email/delete-suppressions",
  lift: ({ address, kinds }, { apiKey, baseUrl, from }, { http }) => {
    const base = withoutTrailingSlashes(/^https?:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`);
    const types = kinds.flatMap((kind) => (kind === "unsubscribe" ? [] : [TYPES[kind]]));
    return liftFromEach(types, async (type) => {
      await http.request("DELETE", `${base}/email/1/suppressions`, {
        headers: { authorization: `App ${apiKey}` },
        json: { suppressions: [{ domainName: from.slice(from.lastIndexOf("@") + 1), emailAddress: [address], type }] },
        idempotent: true,
      });
      return "lifted";
    });
  },
};
