import { z } from "zod";
import { mailboxOf } from "#contract/constants/templates/override-fields.ts";
import { type AccessToken, AccessTokenCache } from "../http/access-token.ts";
import type { Http } from "../http/http.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { readOAuthToken } from "../http/oauth-token.ts";
import { isOwnListHeader } from "../list-unsubscribe.ts";
import type { Attachment, EmailMessage, WithSender } from "../messages.ts";
import { withPassthrough } from "../passthrough.ts";
import type { ErrorClass } from "../provider-error.ts";
import type { CallContext, SendContext } from "../send-context.ts";
import { type GraphCall, needsDraft, sendDraft } from "./graph-draft.ts";
import { senderOf } from "./mailbox.ts";

/** Files are uploaded to the last ones. */
export const GRAPH_HOSTS = [
  "login.microsoftonline.com",
  "graph.microsoft.com",
  "outlook.office.com",
  "outlook.office365.com",
];

const Refusal = z.object({ error: z.object({ code: z.string() }) });
/** Codes about the sender, which come with status 400 and 404, too. */
const OF_SENDER =
  /^(ErrorAccessDenied|ErrorSendAsDenied|ErrorInvalidUser|MailboxNotFound|ErrorMailbox\w*|MailboxNotEnabledForRESTAPI|ResourceNotFound)$/;

/** An application that Microsoft's directory of a tenant lets send. */
export interface GraphAccount {
  clientId: string;
  secretKey: string;
  tenantId: string;
  /** The mailbox that sends. */
  from: string;
}

/** Opens a session that sends through Microsoft Graph. */
export function openGraphSession(account: GraphAccount, sessionHttp: Http) {
  const tokens = new AccessTokenCache(() => requestToken(account, sessionHttp));
  const mailbox = `https://graph.microsoft.com/v1.0/users/${encodeURIComponent(account.from)}`;
  const callBy =
    (http: Http): GraphCall =>
    (method, path, request) =>
      tokens.use((token) =>
        http.request(method, `${mailbox}/${path}`, {
          ...request,
          headers: { authorization: `Bearer ${token}`, ...request?.headers },
          classify,
        }),
      );
  return {
    async send(mail: WithSender<EmailMessage>, { http, signal }: Pick<SendContext, "http" | "signal">) {
      // Belfry's own headers are left out of every mail, which is no news.
      const left = Object.keys(mail.headers ?? {}).filter((name) => !isTaken(name) && !isOwnListHeader(mail, name));
      const { attachments = [] } = mail;
      const reply = needsDraft(attachments)
        ? await sendLarge(mail, attachments, signal ? sessionHttp.withSignal(signal) : sessionHttp)
        : await callBy(http)("POST", "sendMail", { json: { message: messageOf(mail, attachments) } });
      return {
        // It gives the mail no id.
        id: reply.headers.get("request-id") ?? mail.id,
        date: reply.date,
        ...(left.length > 0 && {
          warning: `Microsoft takes only headers that begin with X-; left out: ${left.join(", ")}`,
        }),
      };
    },
    async check(_context: CallContext) {
      await tokens.get();
    },
  };

  /** `http` adds nothing to requests: what is passed through belongs to the mail, not to the upload of its files. */
  function sendLarge(mail: WithSender<EmailMessage>, attachments: readonly Attachment[], http: Http) {
    const { json, headers, query } = withPassthrough({ json: { message: messageOf(mail, []) } }, mail.passthrough);
    return sendDraft(
      { call: callBy(http), cleanUp: callBy(sessionHttp), http },
      {
        json: json.message,
        headers,
        query,
        attachments: attachments.map((attachment) => ({
          file: attachment.file,
          small: attachmentOf(attachment),
          large: uploadOf(attachment),
        })),
      },
    );
  }
}

async function requestToken({ clientId, secretKey, tenantId }: GraphAccount, http: Http): Promise<AccessToken> {
  const reply = await http.post(`https://login.microsoftonline.com/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, {
    form: {
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: secretKey,
      scope: "https://graph.microsoft.com/.default",
    },
    idempotent: true,
    // The tenant, the application or its secret is not known.
    classify: ({ status }) => (status === 400 || status === 404 ? "CREDENTIAL" : undefined),
  });
  return readOAuthToken(reply, "login.microsoftonline.com");
}

function messageOf(mail: WithSender<EmailMessage>, attachments: readonly Attachment[]) {
  const { to, cc = [], bcc = [], replyTo, headers = {} } = mail;
  const sender = senderOf(mail);
  const given = Object.entries(headers).filter(([name]) => isTaken(name));
  return {
    subject: mail.subject,
    body: mail.html ? { contentType: "HTML", content: mail.html } : { contentType: "Text", content: mail.text ?? "" },
    from: recipientOf(sender.address, sender.name),
    toRecipients: recipientsOf(to),
    ...(cc.length > 0 && { ccRecipients: recipientsOf(cc) }),
    ...(bcc.length > 0 && { bccRecipients: recipientsOf(bcc) }),
    ...(replyTo !== undefined && { replyTo: recipientsOf(mail.replyTos ?? [replyTo]) }),
    ...(attachments.length > 0 && { attachments: attachments.map(attachmentOf) }),
    internetMessageHeaders: [
      { name: "X-Belfry-Message-Id", value: mail.id },
      ...given.map(([name, value]) => ({ name, value })),
    ],
  };
}

const isTaken = (name: string): boolean => /^x-/i.test(name);

const recipientOf = (address: string, name?: string) => ({
  emailAddress: { address, ...(name !== undefined && { name }) },
});

const recipientsOf = (addresses: readonly string[]) =>
  addresses.map((text) => {
    const { address, name } = mailboxOf(text) ?? { address: text };
    return recipientOf(address, name);
  });

function attachmentOf(attachment: Attachment) {
  return {
    "@odata.type": "#microsoft.graph.fileAttachment",
    ...describe(attachment),
    contentBytes: attachment.file.toString("base64"),
  };
}

const uploadOf = (attachment: Attachment) => ({
  attachmentType: "file",
  ...describe(attachment),
  size: attachment.file.length,
});

const describe = ({ mime, name, cid, disposition }: Attachment) => ({
  name: name ?? "attachment",
  contentType: mime,
  ...(cid !== undefined && { contentId: cid, isInline: disposition !== "attachment" }),
});

function classify({ status, text }: HttpReply): ErrorClass | undefined {
  const code = Refusal.safeParse(jsonOf(text)).data?.error.code ?? "";
  return status >= 400 && status < 500 && status !== 429 && OF_SENDER.test(code) ? "CREDENTIAL" : undefined;
}
