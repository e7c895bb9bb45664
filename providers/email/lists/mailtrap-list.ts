import { z } from "zod";
import type { SuppressionKind } from "#contract/constants/suppressions.ts";
import { liftFromEach, orNotListed, type VendorListDefinition } from "../../reports/vendor-list.ts";

const API = "https://mailtrap.io/api/accounts";
const Accounts = z.array(z.object({ id: z.number().int() }));
const Suppressions = z.array(z.object({ id: z.string().min(1), type: z.string(), email: z.string() }));

/** The kinds of Mailtrap's types. What was imported there by hand is left alone. */
const KINDS: Readonly<Record<string, SuppressionKind>> = {
  "hard bounce": "bounce",
  "spam complaint": "complaint",
  unsubscription: "unsubscribe",
};

/** Mailtrap's suppressions of the accounts that the token may use: there is one for each stream and domain. */
export const mailtrapList: VendorListDefinition<{ apiKey: string }> = {
  kinds: ["bounce", "complaint", "unsubscribe"],
  source: "https://docs.mailtrap.io/developers/email-sending/suppressions",
  async lift({ address, kinds }, { apiKey }, { http }) {
    const headers = { authorization: `Bearer ${apiKey}` };
    const accounts = (await http.get(API, { headers })).json(Accounts);
    return liftFromEach(accounts, async ({ id }) => {
      const folder = `${API}/${id}/suppressions`;
      const found = (await http.get(folder, { headers, query: { email: address } })).json(Suppressions);
      const own = found.filter(({ email, type }) => {
        const kind = KINDS[type];
        return email.toLowerCase() === address.toLowerCase() && kind !== undefined && kinds.includes(kind);
      });
      return liftFromEach(own, (entry) =>
        orNotListed(http.request("DELETE", `${folder}/${encodeURIComponent(entry.id)}`, { headers, idempotent: true })),
      );
    });
  },
};
