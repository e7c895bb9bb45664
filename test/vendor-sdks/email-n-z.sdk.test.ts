import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { BrevoClient } from "@getbrevo/brevo";
import plunkSdk from "@plunk/node";
import sendgridSdk from "@sendgrid/mail";
import { Models, ServerClient } from "postmark";
import { Resend } from "resend";
import SparkPost from "sparkpost";
import { plunk } from "#providers/email/plunk.ts";
import { postmark } from "#providers/email/postmark.ts";
import { resend } from "#providers/email/resend.ts";
import { sendgrid } from "#providers/email/sendgrid.ts";
import { sendinblue } from "#providers/email/sendinblue.ts";
import { ses } from "#providers/email/ses.ts";
import { sparkpost } from "#providers/email/sparkpost.ts";
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

const ALL_SHOWN = "By the SDK, a recipient does not see the others that the mail is to.";
const UNNAMED_ID = "The SDK sends this field by its own name, which the documents of the API do not have.";

compareWithSdks([
  comparison({
    sdk: "@plunk/node",
    provider: plunk,
    credentials: { apiKey: "sk_key", ...sender },
    message: { id: "m-1", to: ["ada@example.com"], subject, html },
    answers: {
      "/v1/send": { json: { success: true, data: { emails: [{ contact: { id: "c" }, email: "v-1" }] } } },
    },
    send: () =>
      new plunkSdk.default("sk_key").emails.send({
        to: "ada@example.com",
        subject,
        body: html,
        from: sender.from,
        name: sender.senderName,
      }),
    differs: {
      url: "The SDK is of the first generation of Plunk, whose host was another.",
      "header.idempotency-key": "Plunk recognises a repeated mail by it.",
      "body.to": "The second generation takes a list, too.",
      "body.from": "The second generation takes the name with the address.",
      "body.name": "The second generation takes the name with the address.",
    },
  }),
  comparison({
    sdk: "postmark",
    provider: postmark,
    credentials: { apiKey: "server-token", ...sender },
    message,
    answers: {
      "/email": { json: { ErrorCode: 0, Message: "OK", MessageID: "v-1", SubmittedAt: "2026-05-05T10:00:00Z" } },
    },
    send: () =>
      new ServerClient("server-token").sendEmail({
        From: from,
        To: "ada@example.com,bob@example.com",
        Cc: "cara@example.com",
        Bcc: "dan@example.com",
        ReplyTo: "reply@example.com",
        Subject: subject,
        HtmlBody: html,
        TextBody: "Grüße",
        Headers: [new Models.Header("X-One", "1")],
        Attachments: [
          { Name: "notes.txt", Content: content, ContentType: "text/plain", ContentID: null },
          { Name: "logo.png", Content: pixels, ContentType: "image/png", ContentID: "cid:logo" },
        ],
      }),
    differs: {
      "body.Metadata": OUR_ID,
      "body.Attachments.0.ContentID":
        "The types of the SDK require the field, which is null for a file that is not inline.",
    },
  }),
  comparison({
    sdk: "resend",
    provider: resend,
    credentials: { apiKey: "re_key", ...sender },
    message,
    answers: { "/emails": { json: { id: "v-1" } } },
    send: () =>
      new Resend("re_key").emails.send(
        {
          from,
          to: [...message.to],
          cc: ["cara@example.com"],
          bcc: ["dan@example.com"],
          replyTo: "reply@example.com",
          subject,
          html,
          text: "Grüße",
          headers: { "X-One": "1" },
          attachments: [
            { filename: "notes.txt", content: text, contentType: "text/plain" },
            { filename: "logo.png", content: image, contentType: "image/png", contentId: "logo" },
          ],
        },
        { idempotencyKey: "m-1" },
      ),
    differs: { "body.tags": OUR_ID },
  }),
  comparison({
    sdk: "@sendgrid/mail",
    provider: sendgrid,
    credentials: { apiKey: "SG.key", ...sender },
    message,
    answers: { "/v3/mail/send": { status: 202 } },
    send: () => {
      sendgridSdk.setApiKey("SG.key");
      return sendgridSdk.send({
        from: { email: sender.from, name: sender.senderName },
        replyTo: "reply@example.com",
        to: [...(message.to ?? [])],
        cc: [...(message.cc ?? [])],
        bcc: [...(message.bcc ?? [])],
        subject,
        text: "Grüße",
        html,
        headers: { "X-One": "1" },
        attachments: [
          { content, filename: "notes.txt", type: "text/plain" },
          { content: pixels, filename: "logo.png", type: "image/png", disposition: "inline", contentId: "logo" },
        ],
      });
    },
    differs: {
      "body.custom_args": OUR_ID,
      "body.attachments.1.contentId": UNNAMED_ID,
      "body.attachments.1.content_id": UNNAMED_ID,
      "header.x-one": "The SDK sends the headers of a mail as headers of the request, too.",
    },
  }),
  comparison({
    sdk: "@getbrevo/brevo",
    provider: sendinblue,
    credentials: { apiKey: "xkeysib-1", ...sender },
    message,
    answers: { "/v3/smtp/email": { status: 201, json: { messageId: "<v-1@brevo>" } } },
    send: () =>
      new BrevoClient({ apiKey: "xkeysib-1" }).transactionalEmails.sendTransacEmail({
        sender: { email: sender.from, name: sender.senderName },
        to,
        cc,
        bcc,
        subject,
        replyTo: { email: "reply@example.com" },
        htmlContent: html,
        textContent: "Grüße",
        headers: { "X-One": "1" },
        attachment: [
          { content, name: "notes.txt" },
          { content: pixels, name: "logo.png" },
        ],
      }),
    differs: {
      "header.x-fern-*": "The SDK names itself.",
      "body.headers.X-Mailin-custom": OUR_ID,
      "body.headers.idempotencyKey": "Brevo recognises a repeated mail by it.",
    },
  }),
  comparison({
    sdk: "@aws-sdk/client-sesv2",
    provider: ses,
    credentials: { apiKey: "AKIA1", secretKey: "secret-1", region: "eu-west-1", ...sender },
    message,
    answers: { "/v2/email/outbound-emails": { json: { MessageId: "v-1" } } },
    send: () =>
      new SESv2Client({
        region: "eu-west-1",
        credentials: { accessKeyId: "AKIA1", secretAccessKey: "secret-1" },
      }).send(
        new SendEmailCommand({
          FromEmailAddress: "=?UTF-8?Q?=C3=84rzte=2C_Team?= <team@example.com>",
          Destination: {
            ToAddresses: [...message.to],
            CcAddresses: ["cara@example.com"],
            BccAddresses: ["dan@example.com"],
          },
          Content: { Raw: { Data: text } },
          EmailTags: [{ Name: "messageId", Value: "m-1" }],
        }),
      ),
    differs: {
      "header.amz-sdk-*": "The SDK numbers its requests.",
      "header.x-amz-user-agent": "The SDK names itself.",
      "header.x-amz-content-sha256": "Only S3 wants the hash of the body in a header; all signatures cover it.",
      "header.authorization.signedHeaders": "The SDK also signs its own headers; the host and the date must be signed.",
      "body.Content.Raw.Data": "The SDK composes no mail; ours is proved in providers/email/ses.test.ts.",
    },
  }),
  comparison({
    sdk: "sparkpost",
    provider: sparkpost,
    credentials: { apiKey: "key-1", ...sender },
    message,
    answers: {
      "/api/v1/transmissions": {
        json: { results: { id: "v-1", total_rejected_recipients: 0, total_accepted_recipients: 4 } },
      },
    },
    send: () =>
      new SparkPost("key-1").transmissions
        .send({
          recipients: message.to.map((address) => ({ address })),
          cc: [{ address: "cara@example.com" }],
          bcc: [{ address: "dan@example.com" }],
          content: {
            from: { email: sender.from, name: sender.senderName },
            subject,
            html,
            text: "Grüße",
            reply_to: "reply@example.com",
            headers: { "X-One": "1" },
            attachments: [{ name: "notes.txt", type: "text/plain", data: content }],
            inline_images: [{ name: "logo", type: "image/png", data: pixels }],
          },
        })
        // The SDK looks for the certificate behind the answer, which an intercepted one does not have.
        .catch((error: Error) => {
          if (!error.message.startsWith("SSL Error")) throw error;
        }),
    differs: {
      "body.content.headers.CC": "Names of headers may be written in any case.",
      "body.content.headers.Cc": "Names of headers may be written in any case.",
      "body.recipients.0.address.header_to": ALL_SHOWN,
      "body.recipients.1.address.header_to": ALL_SHOWN,
      "body.metadata": OUR_ID,
    },
  }),
]);
