import { AuthType, Infobip } from "@infobip-api/sdk";
import mandrillSdk from "@mailchimp/mailchimp_transactional";
import { Attachment, EmailParams, MailerSend, Recipient, Sender } from "mailersend";
import Mailgun from "mailgun.js";
import { MailtrapClient } from "mailtrap";
import mailjetSdk from "node-mailjet";
import { infobipEmail } from "#providers/email/infobip-email.ts";
import { mailersend } from "#providers/email/mailersend.ts";
import { mailgun } from "#providers/email/mailgun.ts";
import { mailjet } from "#providers/email/mailjet.ts";
import { mailtrap } from "#providers/email/mailtrap.ts";
import { mandrill } from "#providers/email/mandrill.ts";
import { compareWithSdks, comparison } from "./compare-with-sdk.ts";
import {
  bcc,
  cc,
  content,
  from,
  html,
  image,
  message,
  OUR_ID,
  pixels,
  sender,
  subject,
  text,
  to,
} from "./full-mail.ts";

const UNTYPED_FILES = "The SDK leaves out the types of files with the FormData of Node.";
const NUMBERED = "The SDK numbers the fields of a list; the documents of the API repeat them.";

compareWithSdks([
  comparison({
    sdk: "@infobip-api/sdk",
    provider: infobipEmail,
    credentials: { apiKey: "key-1", baseUrl: "abc.api.infobip.com", ...sender },
    message: {
      id: "m-1",
      to: ["ada@example.com"],
      cc: ["cara@example.com"],
      subject,
      html,
      text: "Grüße",
      replyTo: "reply@example.com",
    },
    answers: {
      "/email/3/send": { json: { messages: [{ to: "ada@example.com", messageId: "m-1", status: { groupId: 1 } }] } },
    },
    send: () =>
      new Infobip({
        baseUrl: "https://abc.api.infobip.com",
        apiKey: "key-1",
        authType: AuthType.ApiKey,
      }).channels.email.send({
        from,
        to: "ada@example.com",
        cc: "cara@example.com",
        subject,
        html,
        text: "Grüße",
        replyTo: "reply@example.com",
      }),
    differs: {
      "body.to": NUMBERED,
      "body.to['0']": NUMBERED,
      "body.cc": NUMBERED,
      "body.cc['0']": NUMBERED,
      "body.messageId": OUR_ID,
    },
  }),
  comparison({
    sdk: "mailersend",
    provider: mailersend,
    credentials: { apiKey: "mlsn.key", ...sender },
    message,
    answers: { "/v1/email": { status: 202, headers: { "x-message-id": "v-1" } } },
    send: () =>
      new MailerSend({ apiKey: "mlsn.key" }).email.send(
        new EmailParams()
          .setFrom(new Sender(sender.from, sender.senderName))
          .setTo(to.map(({ email }) => new Recipient(email)))
          .setCc(cc.map(({ email }) => new Recipient(email)))
          .setBcc(bcc.map(({ email }) => new Recipient(email)))
          .setReplyTo({ email: "reply@example.com" })
          .setSubject(subject)
          .setHtml(html)
          .setText("Grüße")
          .setHeaders([{ name: "X-One", value: "1" }])
          .setAttachments([
            new Attachment(content, "notes.txt", "attachment"),
            new Attachment(pixels, "logo.png", "inline", "logo"),
          ]),
      ),
  }),
  comparison({
    sdk: "mailgun.js",
    provider: mailgun,
    credentials: { apiKey: "key-1", user: "api", domain: "mail.example.com", ...sender },
    message,
    answers: {
      "/v3/mail.example.com/messages": { json: { id: "<v-1@mail.example.com>", message: "Queued. Thank you." } },
    },
    send: () =>
      new Mailgun(FormData).client({ username: "api", key: "key-1" }).messages.create("mail.example.com", {
        from,
        to: message.to.join(","),
        cc: "cara@example.com",
        bcc: "dan@example.com",
        subject,
        html,
        text: "Grüße",
        "h:Reply-To": "reply@example.com",
        "h:X-One": "1",
        attachment: { data: text, filename: "notes.txt", contentType: "text/plain" },
        inline: { data: image, filename: "logo", contentType: "image/png" },
      }),
    differs: {
      "body.v:messageId": OUR_ID,
      "body.attachment.type": UNTYPED_FILES,
      "body.inline.type": UNTYPED_FILES,
    },
  }),
  comparison({
    sdk: "node-mailjet",
    provider: mailjet,
    credentials: { apiKey: "key-1", secretKey: "secret-1", ...sender },
    message,
    answers: { "/v3.1/send": { json: { Messages: [{ Status: "success", To: [] }] } } },
    send: () =>
      new mailjetSdk.Client({ apiKey: "key-1", apiSecret: "secret-1" }).post("send", { version: "v3.1" }).request({
        Messages: [
          {
            From: { Email: sender.from, Name: sender.senderName },
            To: to.map(({ email }) => ({ Email: email })),
            Cc: [{ Email: "cara@example.com" }],
            Bcc: [{ Email: "dan@example.com" }],
            ReplyTo: { Email: "reply@example.com" },
            Subject: subject,
            TextPart: "Grüße",
            HTMLPart: html,
            Headers: { "X-One": "1" },
            Attachments: [{ ContentType: "text/plain", Filename: "notes.txt", Base64Content: content }],
            InlinedAttachments: [
              { ContentType: "image/png", Filename: "logo.png", ContentID: "logo", Base64Content: pixels },
            ],
          },
        ],
      }),
    differs: { "body.Messages.0.CustomID": OUR_ID },
  }),
  comparison({
    sdk: "mailtrap",
    provider: mailtrap,
    credentials: { apiKey: "key-1", ...sender },
    message,
    answers: { "/api/send": { json: { success: true, message_ids: ["v-1"] } } },
    send: () =>
      new MailtrapClient({ token: "key-1" }).send({
        from: { email: sender.from, name: sender.senderName },
        to,
        cc,
        bcc,
        subject,
        html,
        text: "Grüße",
        reply_to: { email: "reply@example.com" },
        headers: { "X-One": "1" },
        attachments: [
          { content: text, filename: "notes.txt", type: "text/plain", disposition: "attachment" },
          { content: image, filename: "logo.png", type: "image/png", disposition: "inline", content_id: "logo" },
        ],
      }),
    differs: { "body.custom_variables": OUR_ID },
  }),
  comparison({
    sdk: "@mailchimp/mailchimp_transactional",
    provider: mandrill,
    credentials: { apiKey: "md-1", ...sender },
    message,
    answers: {
      "/api/1.0/messages/send": { json: [{ email: "ada@example.com", status: "sent", _id: "v-1" }] },
      "/api/1.3/messages/send": { json: [{ email: "ada@example.com", status: "sent", _id: "v-1" }] },
    },
    send: () =>
      mandrillSdk("md-1").messages.send({
        message: {
          from_email: sender.from,
          from_name: sender.senderName,
          subject,
          html,
          text: "Grüße",
          to: [
            ...to.map((mailbox) => ({ ...mailbox, type: "to" as const })),
            { email: "cara@example.com", type: "cc" },
            { email: "dan@example.com", type: "bcc" },
          ],
          headers: { "X-One": "1", "Reply-To": "reply@example.com" },
          attachments: [{ type: "text/plain", name: "notes.txt", content }],
          images: [{ type: "image/png", name: "logo", content: pixels }],
        },
      }),
    differs: {
      url: "Mandrill answers under the versions 1.0 to 1.4 alike.",
      "body.message.metadata": OUR_ID,
    },
  }),
]);
