import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import type { AnyProvider } from "../../provider.ts";
import { emailWebhook } from "../email-webhook.ts";
import { infobipEmail } from "../infobip-email.ts";
import { mailersend } from "../mailersend.ts";
import { mailgun } from "../mailgun.ts";
import { mailjet } from "../mailjet.ts";
import { mailtrap } from "../mailtrap.ts";
import { mandrill } from "../mandrill.ts";
import { netcore } from "../netcore.ts";
import { postmark } from "../postmark.ts";
import { resend } from "../resend.ts";
import { sendgrid } from "../sendgrid.ts";
import { sendinblue } from "../sendinblue.ts";
import { sparkpost } from "../sparkpost.ts";
import { sesReports } from "./ses-reports.ts";

// The bodies are built after the examples in the vendors' documentation.

const mailbox = { apiKey: "s3cret", from: "team@example.com", senderName: "Team" };

/** Returns the permanence of each bounce in a call, and expects nothing but bounces in it. */
async function permanenceIn(provider: AnyProvider, credentials: object, content: ReportContent) {
  const reports = await readReports(provider, { ...mailbox, ...credentials }, content);
  expect(reports.map(({ status }) => status)).toEqual(reports.map(() => "bounced"));
  return reports.map(({ isPermanent }) => isPermanent);
}

test.each([
  ["activity.hard_bounced", true],
  ["activity.soft_bounced", false],
])("MailerSend: %s", async (type, isPermanent) => {
  const json = {
    type,
    domain_id: "yv69oxl5kl785kw2",
    created_at: "2024-05-10T07:46:32.000000Z",
    webhook_id: "2351ndgwr4zqx8ko",
    url: "https://example.com/webhook",
    data: {
      object: "activity",
      id: "62f114f8165fe0d8db0288e3",
      type: type.slice("activity.".length),
      created_at: "2024-05-10T07:46:32.000000Z",
      email: {
        object: "email",
        id: "62f114f7165fe0d8db0288e2",
        created_at: "2024-05-10T07:46:31.000000Z",
        from: "test@example.com",
        subject: "Test subject",
        status: "rejected",
        tags: null,
        message: { object: "message", id: "62fb66bef54a112e920b5493", created_at: "2024-05-10T07:46:31.000000Z" },
        recipient: { object: "recipient", id: "62c69be104270ee9c6074d32", email: "test@example.com" },
      },
      morph: { object: "recipient_bounce", reason: "Host or domain name not found" },
    },
  };
  expect(await permanenceIn(mailersend, {}, { json })).toEqual([isPermanent]);
});

test.each([
  ["hard_bounce", true],
  ["soft_bounce", false],
])("Brevo: %s", async (event, isPermanent) => {
  const json = {
    event,
    email: "example@domain.com",
    id: 26224,
    date: "2020-10-09 00:00:00",
    ts: 1604933619,
    "message-id": "<201798300811.5787683@relay.domain.com>",
    ts_event: 1604933654,
    subject: "My first Transactional",
    "X-Mailin-custom": "some_custom_header",
    sending_ip: "192.0.2.1",
    template_id: 22,
    tags: ["transac_messages"],
    reason: "server is down",
    ts_epoch: 1604933653,
  };
  expect(await permanenceIn(sendinblue, {}, { json })).toEqual([isPermanent]);
});

test.each([
  ["hard_bounce", "bad_mailbox", 10, "smtp;550 5.1.1 The email account that you tried to reach does not exist.", true],
  ["soft_bounce", "mailbox_full", 22, "smtp;552 5.2.2 Over Quota", false],
])("Mandrill: %s", async (event, bounce_description, bgtools_code, diag, isPermanent) => {
  const bounce = {
    event,
    msg: {
      ts: 1365109999,
      subject: "This an example webhook message",
      email: "example.webhook@mandrillapp.com",
      sender: "example.sender@mandrillapp.com",
      tags: ["webhook-example"],
      state: "bounced",
      metadata: { user_id: 111 },
      _id: "exampleaaaaaaaaaaaaaaaaaaaaaaaaa",
      _version: "exampleaaaaaaaaaaaaaaa",
      bounce_description,
      bgtools_code,
      diag,
    },
    _id: "exampleaaaaaaaaaaaaaaaaaaaaaaaaa",
    ts: 1384954004,
  };
  const form = { mandrill_events: JSON.stringify([bounce]) };
  expect(await permanenceIn(mandrill, {}, { form })).toEqual([isPermanent]);
});

test.each([
  ["HardBounce", 1, true],
  ["SoftBounce", 4096, false],
  ["VirusNotification", 8192, false],
])("Postmark: %s", async (Type, TypeCode, isPermanent) => {
  const json = {
    RecordType: "Bounce",
    MessageStream: "outbound",
    ID: 4323372036854776,
    Type,
    TypeCode,
    Name: "Hard bounce",
    Tag: "Test",
    MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
    Metadata: { a_key: "a_value" },
    ServerID: 23,
    Description: "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
    Details: "Test bounce details",
    Email: "john@example.com",
    From: "sender@example.com",
    BouncedAt: "2019-11-05T16:33:54.9070259Z",
    DumpAvailable: true,
    Inactive: true,
    CanActivate: true,
    Subject: "Test subject",
  };
  expect(await permanenceIn(postmark, {}, { json })).toEqual([isPermanent]);
});

test.each([
  [{ type: "Permanent", subType: "Suppressed" }, true],
  [{ type: "Permanent", subType: "General" }, true],
  [{ type: "Transient", subType: "MailboxFull" }, false],
  [{ type: "Undetermined", subType: "Undetermined" }, undefined],
  [{}, undefined],
])("Resend: %j", async (kind, isPermanent) => {
  const json = {
    type: "email.bounced",
    created_at: "2026-11-22T23:41:12.126Z",
    data: {
      created_at: "2026-11-22T23:41:11.894719+00:00",
      email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
      from: "Acme <onboarding@resend.dev>",
      to: ["delivered@resend.dev"],
      subject: "Sending this example",
      bounce: { message: "The recipient's email address is on the suppression list.", ...kind },
    },
  };
  expect(await permanenceIn(resend, {}, { json })).toEqual([isPermanent]);
});

test.each([
  ["Permanent", "General", true],
  ["Permanent", "NoEmail", true],
  ["Permanent", "Suppressed", true],
  ["Permanent", "OnAccountSuppressionList", true],
  ["Transient", "General", false],
  ["Transient", "MailboxFull", false],
  ["Undetermined", "Undetermined", undefined],
])("SES: a bounce of the type %s and the subtype %s", (bounceType, bounceSubType, isPermanent) => {
  const notification = {
    notificationType: "Bounce",
    bounce: {
      bounceType,
      bounceSubType,
      bouncedRecipients: [
        {
          status: "5.0.0",
          action: "failed",
          diagnosticCode: "smtp; 550 user unknown",
          emailAddress: "recipient1@example.com",
        },
      ],
      reportingMTA: "example.com",
      timestamp: "2012-05-25T14:59:38.605Z",
      feedbackId: "000001378603176d-5a4b5ad9-6f30-4198-a8c3-b1eb0c270a1d-000000",
      remoteMtaIp: "127.0.2.0",
    },
    mail: {
      timestamp: "2018-10-08T14:05:45 +0000",
      messageId: "000001378603177f-7a5433e7-8edb-42ae-af10-f0181f34d6ee-000000",
      source: "sender@example.com",
      destination: ["recipient1@example.com"],
    },
  };
  const call = {
    Type: "Notification",
    MessageId: "sns-1",
    TopicArn: "arn:aws:sns:eu-west-1:123456789012:ses-events",
    Message: JSON.stringify(notification),
    Timestamp: "2012-05-25T14:59:39.000Z",
    SignatureVersion: "1",
    Signature: "unread",
    SigningCertURL: "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService.pem",
  };
  const body = JSON.stringify(call);
  expect(sesReports.parse({ method: "POST", url: "https://b.example", headers: {}, query: {}, body })).toEqual([
    expect.objectContaining({ status: "bounced", isPermanent }),
  ]);
});

test.each([
  [{ type: "bounce", bounce_class: "10" }, true],
  [{ type: "bounce", bounce_class: "30" }, true],
  [{ type: "out_of_band", bounce_class: 10 }, true],
  [{ type: "bounce", bounce_class: "1" }, false],
  [{ type: "bounce", bounce_class: "22" }, false],
  [{ type: "bounce", bounce_class: "40" }, false],
  [{ type: "out_of_band" }, undefined],
])("SparkPost: a bounce %j", async (kind, isPermanent) => {
  const message_event = {
    ...kind,
    campaign_id: "Example Campaign Name",
    customer_id: "1",
    delv_method: "esmtp",
    error_code: "554",
    event_id: "92356927693813856",
    ip_address: "127.0.0.1",
    message_id: "000443ee14578172be22",
    msg_from: "sender@example.com",
    num_retries: "2",
    rcpt_to: "recipient@example.com",
    raw_rcpt_to: "recipient@example.com",
    raw_reason: "MAIL REFUSED - IP (17.99.99.99) is in black list",
    reason: "MAIL REFUSED - IP (a.b.c.d) is in black list",
    timestamp: "1454442600",
    transmission_id: "65832150921904138",
  };
  expect(await permanenceIn(sparkpost, {}, { json: [{ msys: { message_event } }] })).toEqual([isPermanent]);
});

test.each([
  [{ hard_bounce: true, error_related_to: "recipient", error: "user unknown" }, true],
  [{ hard_bounce: true, error_related_to: "domain", error: "invalid domain" }, true],
  [{ hard_bounce: false, error_related_to: "recipient", error: "quota exceeded" }, false],
  [{ hard_bounce: true, error_related_to: "spam", error: "content blocked" }, false],
  [{ hard_bounce: true }, true],
  [{ error_related_to: "recipient", error: "user unknown" }, undefined],
])("Mailjet: a bounce %j", async (kind, isPermanent) => {
  const json = {
    event: "bounce",
    time: 1430812195,
    MessageID: 13792286917004336,
    Message_GUID: "1ab23cd4-e567-8901-2345-6789f0gh1i2j",
    email: "bounce@mailjet.com",
    mj_campaign_id: 0,
    mj_contact_id: 0,
    customcampaign: "",
    CustomID: "helloworld",
    Payload: "",
    blocked: false,
    comment: "Host or domain name not found. Name service error for name=lbjsnrftlsiuvbsren.com type=A: Host not found",
    ...kind,
  };
  expect(await permanenceIn(mailjet, { secretKey: "s3cret" }, { json })).toEqual([isPermanent]);
});

test.each([
  [{ type: "bounce", status: "5.0.0", reason: "500 unknown recipient" }, true],
  [{ type: "expired", status: "4.0.0", reason: "unable to deliver for 72 hours" }, false],
  [{ status: "5.1.1", reason: "550 5.1.1 The email account that you tried to reach does not exist" }, true],
  [{ status: "5.0.0", reason: "500 unknown recipient" }, undefined],
])("SendGrid: a bounce %j", async (kind, isPermanent) => {
  const bounce = {
    email: "example@test.com",
    timestamp: 1513299569,
    "smtp-id": "<14c5d75ce93.dfd.64b469@ismtpd-555>",
    event: "bounce",
    category: "cat facts",
    sg_event_id: "6g4ZI7SA-xmRDv57GoPIPw==",
    sg_message_id: "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
    id: "m-1",
    ...kind,
  };
  expect(await permanenceIn(sendgrid, {}, { json: [bounce] })).toEqual([isPermanent]);
});

const delayed = { "is-authenticated": false, "is-delayed-bounce": true };

test.each([
  [{ reason: "bounce" }, true],
  [{ reason: "generic" }, false],
  [{ reason: "old" }, false],
  [{ reason: "espblock" }, false],
  [{}, undefined],
  [{ reason: "bounce", severity: undefined }, undefined],
  [{ reason: "generic", flags: delayed, "delivery-status": { code: 550, "bounce-code": "5.1.1" } }, true],
  [{ reason: "bounce", flags: delayed, "delivery-status": { code: 550, "bounce-code": "5.2.2" } }, false],
  [{ reason: "bounce", flags: delayed, "delivery-status": { code: 550, "bounce-code": "5.4.14" } }, undefined],
  [{ reason: "bounce", flags: delayed, "delivery-status": { code: 550, message: "550 5.1.1 gone" } }, true],
])("Mailgun: a permanent failure %j", async (kind, isPermanent) => {
  const failed = {
    event: "failed",
    id: "G9Bn5sl1TC6nu79C8C0bwg",
    timestamp: 1521233195.375624,
    "log-level": "error",
    severity: "permanent",
    envelope: { sender: "bob@sample.mailgun.com", transport: "smtp", targets: "alice@example.com" },
    flags: { "is-routed": false, "is-authenticated": true, "is-system-test": false, "is-test-mode": false },
    "delivery-status": {
      "attempt-no": 1,
      "bounce-type": "hard",
      code: 550,
      "enhanced-code": "5.1.1",
      message: "5.1.1 The email account that you tried to reach does not exist.",
      description: "",
      "session-seconds": 0.0,
    },
    message: {
      headers: {
        to: "Alice <alice@example.com>",
        "message-id": "20130503192659.13651.20287@sample.mailgun.com",
        from: "Bob <bob@sample.mailgun.com>",
        subject: "Test permanent_fail webhook",
      },
      attachments: [],
      size: 111,
    },
    recipient: "alice@example.com",
    "recipient-domain": "example.com",
    ...kind,
  };
  const content = { json: { "event-data": failed } };
  expect(await permanenceIn(mailgun, { user: "api", domain: "sample.mailgun.com" }, content)).toEqual([isPermanent]);
});

test.each([
  ["bounced (550 5.1.1 The email account that you tried to reach does not exist. - gsmtp)", 550, true],
  ["bounced (554 delivery error: dd This user doesn't have an account)", 554, true],
  ["bounced (452 4.2.2 The email account that you tried to reach is over quota. - gsmtp)", 452, false],
  ["bounced (450 try again later)", 450, false],
  ["bounced (550 5.7.1 The message is refused as unsolicited mail)", 550, false],
  [undefined, undefined, true],
])("Mailtrap: a bounce with the words %j", async (response, response_code, isPermanent) => {
  const bounce = {
    event: "bounce",
    timestamp: 1498093527,
    sending_stream: "transactional",
    category: "password-reset",
    custom_variables: { variable_a: "value", variable_b: "value2" },
    message_id: "1df37d17-0286-4d8b-8edf-bc4ec5be86e6",
    email: "receiver@example.com",
    event_id: "bede7236-2284-43d6-a953-1fdcafd0fdbc",
    response,
    response_code,
    bounce_category: "hard",
  };
  expect(await permanenceIn(mailtrap, {}, { json: { events: [bounce] } })).toEqual([isPermanent]);
});

test.each([
  ["smtp;550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown", true],
  ["smtp;550 No such user here", true],
  ["smtp;452 4.2.2 The mailbox is over its quota", false],
])("Netcore: a bounce with the words %j", async (RESPONSE, isPermanent) => {
  const bounce = {
    TRANSID: 15536250111702804,
    RESPONSE,
    EMAIL: "ada@example.com",
    TIMESTAMP: 1553681625,
    FROMADDRESS: "team@example.com",
    EVENT: "bounced",
    MSIZE: 2155,
    "X-APIHEADER": "UNIQUEID",
    TAGS: "mytag1",
  };
  expect(await permanenceIn(netcore, {}, { json: [bounce] })).toEqual([isPermanent]);
});

test.each([
  [{ id: 6006, name: "EC_INVALID_EMAIL_ADDRESS", permanent: true }, true],
  [{ id: 6034, name: "EC_SUPPRESSED_BOUNCE", permanent: true }, true],
  [{ id: 6007, name: "EC_MAILBOX_TEMPORARY_UNAVAILABLE", permanent: false }, false],
  [{ id: 6012, name: "EC_SENDER_ADDRESS_INVALID", permanent: true }, undefined],
  [{ id: 6009, name: "EC_MAILBOX_UNAVAILABLE" }, undefined],
])("Infobip: the error %j", async (kind, isPermanent) => {
  const result = {
    bulkId: "u38ifa6y5hsjyacodpyn",
    price: { pricePerMessage: 0, currency: "EUR" },
    status: {
      id: 4,
      groupId: 2,
      groupName: "UNDELIVERABLE",
      name: "UNDELIVERABLE_REJECTED_OPERATOR",
      description: "Message rejected by operator",
    },
    error: { groupId: 1, groupName: "HANDSET_ERRORS", description: "The description of the error", ...kind },
    messageId: "vzl7uvqhq7lt1fa66718",
    doneAt: "2024-07-16T17:15:21.288-0300",
    smsCount: 1,
    sentAt: "2024-07-16T17:15:21.286-0300",
    to: "ada@example.com",
  };
  const credentials = { baseUrl: "xyz.api.infobip.com" };
  expect(await permanenceIn(infobipEmail, credentials, { json: { results: [result] } })).toEqual([isPermanent]);
});

test.each([
  [{ permanent: true, response: "452 4.2.2 full" }, true],
  [{ permanent: false, response: "550 5.1.1 no such user" }, false],
  [{ response: "550 5.1.1 no such user" }, true],
  [{ response: "550 no" }, undefined],
])("the receiver of a customer reports the bounce %j", async (kind, isPermanent) => {
  const body = JSON.stringify({ id: "m-1", event: "bounced", ...kind });
  const signature = createHmac("sha256", "k3y").update(body).digest("hex");
  const credentials = { webhookUrl: "https://mailer.example/hook", secretKey: "k3y" };
  const content = { body, headers: { "x-belfry-signature": signature } };
  expect(await permanenceIn(emailWebhook, credentials, content)).toEqual([isPermanent]);
});
