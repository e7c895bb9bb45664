import { z } from "zod";
import type { HttpRequest } from "../../http/http-request.ts";
import type { VendorListDefinition } from "../../reports/vendor-list.ts";

const Answer = z.object({ deleted: z.boolean() });

/** Mandrill's deny list, which has one entry for an address, whatever its reason. `classify` is that of all its calls. */
export const mandrillList = (
  api: string,
  classify: HttpRequest["classify"],
): VendorListDefinition<{ apiKey: string }> => ({
  kinds: ["bounce", "complaint", "unsubscribe"],
  source: "https://mandrillapp.com/api/docs/rejects.JSON.html",
  async lift({ address }, { apiKey }, { http }) {
    const reply = await http.post(`${api}/rejects/delete`, {
      json: { key: apiKey, email: address },
      ...(classify && { classify }),
      idempotent: true,
    });
    return reply.json(Answer).deleted ? "lifted" : "not_listed";
  },
});
