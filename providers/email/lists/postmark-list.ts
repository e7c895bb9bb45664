import { z } from "zod";
import type { VendorListDefinition } from "../../reports/vendor-list.ts";

const Answer = z.object({ Suppressions: z.tuple([z.object({ Status: z.string() })], z.unknown()) });

/** The stream of mails that name none. */
const STREAM = "outbound";

/** Postmark's suppressions of the stream that mails are sent over. It takes nobody off who complained, and says so. */
export const postmarkList: VendorListDefinition<{ apiKey: string }> = {
  kinds: ["bounce", "complaint", "unsubscribe"],
  source: "https://postmarkapp.com/developer/api/suppressions-api",
  async lift({ address }, { apiKey }, { http }) {
    const reply = await http.post(`https://api.postmarkapp.com/message-streams/${STREAM}/suppressions/delete`, {
      headers: { accept: "application/json", "x-postmark-server-token": apiKey },
      json: { Suppressions: [{ EmailAddress: address }] },
      idempotent: true,
    });
    const [{ Status }] = reply.json(Answer).Suppressions;
    if (Status !== "Deleted") throw reply.refused("PERMANENT");
    return "lifted";
  },
};
