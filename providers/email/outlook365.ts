import { z } from "zod";
import { fromAddress, optional, secret, senderName, text } from "../credentials.ts";
import { emailProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { SEND_LIMITS } from "../send-limits.ts";
import { GRAPH_HOSTS, type GraphAccount, openGraphSession } from "./microsoft-graph.ts";
import { graphRefusals } from "./refusals/graph-refusals.ts";
import type { SmtpSettings } from "./smtp/smtp-connection.ts";
import { openSmtpSession } from "./smtp/smtp-session.ts";

const credentials = z.object({
  password: secret("Password"),
  clientId: optional(
    text("Client ID", {
      description:
        "Of an application that may send mails (Mail.Send; Mail.ReadWrite for files above 3 MB). With it, Microsoft Graph is used in place of the password",
    }),
  ),
  secretKey: optional(secret("Client Secret")),
  tenantId: optional(text("Tenant ID")),
  from: fromAddress(),
  senderName: senderName(),
});

/** Microsoft 365 at a mail server; the provider's is its own, and that of tests a local one. */
export function outlook365At(server: SmtpSettings["options"]) {
  return emailProvider({
    id: "outlook365",
    name: "Microsoft Outlook365",
    docs: "https://learn.microsoft.com/en-us/graph/auth-v2-service",
    // 30 in a minute from a mailbox.
    pace: {
      perSecond: 0.5,
      source:
        "https://learn.microsoft.com/en-us/office365/servicedescriptions/exchange-online-service-description/exchange-online-limits#sending-limits",
    },
    logo: "outlook365.png",
    timeoutMs: SEND_LIMITS.mail,
    keepsMessageId: true,
    hosts: GRAPH_HOSTS,
    refusals: graphRefusals,
    takesMailboxes: true,
    credentials,
    open(account, { http, allowPrivateHosts, installation }) {
      const graph = graphAccount(account);
      if (graph) return openGraphSession(graph, http);
      const { from: user, password: pass } = account;
      return openSmtpSession({ options: server, auth: { user, pass }, allowPrivateHosts, installation });
    },
  });
}

/**
 * Microsoft 365: SMTP with the sender's password, or Microsoft Graph where an application is named, as Microsoft ends the
 * first way: https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission.
 * HTTP proxies apply to Graph alone.
 */
export const outlook365 = outlook365At({ host: "smtp.office365.com", port: 587, requireTLS: true });

function graphAccount({ clientId, secretKey, tenantId, from }: z.output<typeof credentials>): GraphAccount | undefined {
  if (clientId && secretKey && tenantId) return { clientId, secretKey, tenantId, from };
  if (!clientId && !secretKey && !tenantId) return undefined;
  throw new ProviderError("CREDENTIAL", "Fill in Client ID, Client Secret and Tenant ID, or none of them");
}
