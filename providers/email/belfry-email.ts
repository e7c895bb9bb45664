import { z } from "zod";
import { DEMO_EMAIL_PROVIDER } from "#contract/constants/provider-ids.ts";
import { emailProvider, NO_REPLY } from "../provider.ts";

/** Belfry's own mail catcher, so that a first workflow needs no vendor. */
export const belfryEmail = emailProvider({
  id: DEMO_EMAIL_PROVIDER,
  name: "Belfry Email",
  logo: "belfry.svg",
  withoutListUnsubscribe: "the outbox keeps no headers",
  uncoded: "Nothing is sent to a vendor",
  credentials: z.object({}),
  async send(mail, _credentials, { outbox }) {
    const sent = await outbox.deliver({
      channel: "email",
      messageId: mail.id,
      to: [...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])],
      // A fixed sender: nobody may write in another's name from a shared demo account.
      from: `Belfry <${NO_REPLY}>`,
      subject: mail.subject,
      html: mail.html,
      ...(mail.text !== undefined && { text: mail.text }),
    });
    const left = (mail.attachments ?? []).map(({ name, mime }) => name ?? mime);
    return { ...sent, ...(left.length > 0 && { warning: `The outbox keeps no attachments: ${left.join(", ")}` }) };
  },
});
