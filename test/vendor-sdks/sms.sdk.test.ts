import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { SmsClient } from "@azure/communication-sms";
import { BrevoClient } from "@getbrevo/brevo";
import { AuthType, Infobip } from "@infobip-api/sdk";
import { SDK as RingCentral } from "@ringcentral/sdk";
import { Client as SevenClient, SmsResource } from "@seven.io/client";
import { Auth as VonageAuth } from "@vonage/auth";
import { TypeEnum, SMS as VonageSms } from "@vonage/sms";
import africasTalkingSdk from "africastalking";
import { Configuration, MessagesApi } from "bandwidth-sdk";
import messagebirdSdk from "messagebird";
import { Client as PlivoClient } from "plivo";
import { Telnyx } from "telnyx";
import twilioSdk from "twilio";
import { africasTalking } from "#providers/sms/africas-talking.ts";
import { azureSms } from "#providers/sms/azure-sms.ts";
import { bandwidth } from "#providers/sms/bandwidth.ts";
import { brevoSms } from "#providers/sms/brevo-sms.ts";
import { infobipSms } from "#providers/sms/infobip-sms.ts";
import { messagebird } from "#providers/sms/messagebird.ts";
import { nexmo } from "#providers/sms/nexmo.ts";
import { plivo } from "#providers/sms/plivo.ts";
import { ringCentral } from "#providers/sms/ring-central.ts";
import { sms77 } from "#providers/sms/sms77.ts";
import { sns } from "#providers/sms/sns.ts";
import { telnyx } from "#providers/sms/telnyx.ts";
import { twilio } from "#providers/sms/twilio.ts";
import { compareWithSdks, comparison } from "./compare-with-sdk.ts";

const from = "+15005550006";
const to = "+254711082300";
const content = "Grüße & 5 % off: “now” 🎉";
const message = { id: "m-1", to, content };
const OUR_ID = "Reports carry our id.";
const AMAZON = {
  "header.amz-sdk-*": "The SDK numbers its requests.",
  "header.x-amz-user-agent": "The SDK names itself.",
  "header.x-amz-content-sha256": "Only S3 wants the hash of the body in a header; all signatures cover it.",
  "header.authorization.signedHeaders": "The SDK also signs its own headers; the host and the date must be signed.",
};

const service = `MG${"0".repeat(32)}`;
const sid = `AC${"0".repeat(32)}`;

compareWithSdks([
  comparison({
    sdk: "twilio",
    provider: twilio,
    credentials: { accountSid: sid, token: "secret", from },
    message,
    answers: { [`/2010-04-01/Accounts/${sid}/Messages.json`]: { status: 201, json: { sid: "SM1" } } },
    send: () => twilioSdk(sid, "secret").messages.create({ to, from, body: content }),
  }),
  comparison({
    sdk: "twilio, by a messaging service",
    provider: twilio,
    credentials: { accountSid: sid, token: "secret", from: service },
    message,
    answers: { [`/2010-04-01/Accounts/${sid}/Messages.json`]: { status: 201, json: { sid: "SM1" } } },
    send: () => twilioSdk(sid, "secret").messages.create({ to, messagingServiceSid: service, body: content }),
  }),
  comparison({
    sdk: "plivo",
    provider: plivo,
    credentials: { accountSid: "MA1", token: "secret", from },
    message,
    answers: { "/v1/Account/MA1/Message/": { status: 202, json: { message_uuid: ["v-1"], api_id: "a" } } },
    send: () => new PlivoClient("MA1", "secret").messages.create(from, to, content, { type: "sms" }),
  }),
  comparison({
    sdk: "telnyx",
    provider: telnyx,
    credentials: { apiKey: "KEY1", messageProfileId: "profile-1", from },
    message,
    answers: { "/v2/messages": { json: { data: { id: "v-1" } } } },
    send: () =>
      new Telnyx({ apiKey: "KEY1" }).messages.send({ from, to, text: content, messaging_profile_id: "profile-1" }),
    differs: { "header.x-stainless-*": "The SDK names itself." },
  }),
  comparison({
    sdk: "@vonage/sms",
    provider: nexmo,
    credentials: { apiKey: "key-1", secretKey: "secret", from: "Team" },
    message,
    answers: { "/sms/json": { json: { "message-count": "1", messages: [{ status: "0", "message-id": "v-1" }] } } },
    send: () =>
      new VonageSms(new VonageAuth({ apiKey: "key-1", apiSecret: "secret" })).send({
        from: "Team",
        to: "254711082300",
        text: content,
        clientRef: "m-1",
        type: TypeEnum.UNICODE,
      }),
  }),
  comparison({
    sdk: "@vonage/sms, of the GSM alphabet",
    provider: nexmo,
    credentials: { apiKey: "key-1", secretKey: "secret", from: "Team" },
    message: { ...message, content: "Hi [1]" },
    answers: { "/sms/json": { json: { "message-count": "1", messages: [{ status: "0", "message-id": "v-1" }] } } },
    send: () =>
      new VonageSms(new VonageAuth({ apiKey: "key-1", apiSecret: "secret" })).send({
        from: "Team",
        to: "254711082300",
        text: "Hi [1]",
        clientRef: "m-1",
        type: TypeEnum.TEXT,
      }),
  }),
  comparison({
    sdk: "messagebird",
    provider: messagebird,
    credentials: { accessKey: "key-1", from: "Team" },
    message,
    answers: { "/messages": { status: 201, json: { id: "v-1" } } },
    send: () =>
      new Promise((resolve, reject) => {
        messagebirdSdk
          .initClient("key-1")
          .messages.create(
            { originator: "Team", recipients: [to], body: content, reference: "m-1", datacoding: "auto" },
            (error, answer) => (error ? reject(error) : resolve(answer)),
          );
      }),
    differs: { "body.recipients": "The SDK joins a list; the documents of the API have one." },
  }),
  comparison({
    sdk: "@seven.io/client",
    provider: sms77,
    credentials: { apiKey: "key-1", from: "Team" },
    message,
    answers: { "/api/sms": { json: { success: "100", messages: [{ id: "1", success: true }] } } },
    send: () =>
      new SmsResource(new SevenClient({ apiKey: "key-1" })).dispatch({
        to: [to],
        from: "Team",
        text: content,
        foreign_id: "m-1",
      }),
    differs: {
      "header.content-type": "The API takes JSON, too.",
      "header.sentwith": "The SDK names itself.",
      "body.json": "Without it, a form is answered by a bare code.",
    },
  }),
  comparison({
    sdk: "@infobip-api/sdk",
    provider: infobipSms,
    credentials: { apiKey: "key-1", baseUrl: "abc.api.infobip.com", from: "Team" },
    message,
    answers: {
      "/sms/2/text/advanced": { json: { messages: [{ messageId: "v-1", status: { groupId: 1, name: "PENDING" } }] } },
    },
    send: () =>
      new Infobip({
        baseUrl: "https://abc.api.infobip.com",
        apiKey: "key-1",
        authType: AuthType.ApiKey,
      }).channels.sms.send({
        messages: [{ from: "Team", destinations: [{ to }], text: content }],
      }),
    differs: {
      "body.type": "The SDK also sends the option by which it chooses the address.",
      "body.messages.0.callbackData": OUR_ID,
    },
  }),
  comparison({
    sdk: "africastalking",
    provider: africasTalking,
    credentials: { apiKey: "key-1", user: "team", from: "Team" },
    message,
    answers: {
      "/version1/messaging": {
        status: 201,
        json: {
          SMSMessageData: { Message: "Sent", Recipients: [{ statusCode: 101, messageId: "v-1", status: "Success" }] },
        },
      },
    },
    send: () =>
      africasTalkingSdk({ apiKey: "key-1", username: "team" }).SMS.send({ to: [to], message: content, from: "Team" }),
  }),
  comparison({
    sdk: "@azure/communication-sms",
    provider: azureSms,
    credentials: { accessKey: "endpoint=https://team.communication.azure.com/;accesskey=c2VjcmV0", from },
    message,
    answers: {
      "/sms": { status: 202, json: { value: [{ to, messageId: "v-1", httpStatusCode: 202, successful: true }] } },
    },
    send: () =>
      new SmsClient("endpoint=https://team.communication.azure.com/;accesskey=c2VjcmV0").send(
        { from, to: [to], message: content },
        { enableDeliveryReport: true, tag: "m-1" },
      ),
    differs: {
      "header.x-ms-client-request-id": "The SDK numbers its requests.",
      "header.x-ms-content-sha256": "The bodies differ in the id of the request.",
      "body.smsRecipients.0.repeatabilityRequestId": "Ours is the same on every attempt.",
    },
  }),
  comparison({
    sdk: "bandwidth-sdk",
    provider: bandwidth,
    credentials: { user: "user-1", password: "secret", accountSid: "99", applicationId: "app-1", from },
    message,
    answers: { "/api/v2/users/99/messages": { status: 202, json: { id: "v-1" } } },
    send: () =>
      new MessagesApi(new Configuration({ username: "user-1", password: "secret" })).createMessage("99", {
        applicationId: "app-1",
        to: new Set([to]),
        from,
        text: content,
        tag: "m-1",
      }),
  }),
  comparison({
    sdk: "@ringcentral/sdk",
    provider: ringCentral,
    credentials: { clientId: "client-1", secretKey: "secret", token: "jwt-1", from },
    message,
    answers: {
      "/restapi/oauth/token": { json: { access_token: "token-1", expires_in: 3_600, token_type: "bearer" } },
      "/restapi/v1.0/account/~/extension/~/sms": { json: { id: 1 } },
    },
    async send() {
      const sdk = new RingCentral({
        server: "https://platform.ringcentral.com",
        clientId: "client-1",
        clientSecret: "secret",
      });
      await sdk.login({ jwt: "jwt-1" });
      await sdk.post("/restapi/v1.0/account/~/extension/~/sms", {
        from: { phoneNumber: from },
        to: [{ phoneNumber: to }],
        text: content,
      });
    },
    differs: {
      "header.x-user-agent": "The SDK names itself.",
      "header.client-id": "The login also names the client.",
      "header.authorization": "The SDK repeats the type of the token as it was answered, in any case.",
    },
  }),
  comparison({
    sdk: "@aws-sdk/client-sns",
    provider: sns,
    credentials: { apiKey: "AKIA1", secretKey: "secret-1", region: "eu-west-1" },
    message: { ...message, from: "Team" },
    answers: {
      "/": {
        headers: { "content-type": "text/xml" },
        text: "<PublishResponse><PublishResult><MessageId>v-1</MessageId></PublishResult></PublishResponse>",
      },
    },
    send: () =>
      new SNSClient({
        region: "eu-west-1",
        credentials: { accessKeyId: "AKIA1", secretAccessKey: "secret-1" },
      }).send(
        new PublishCommand({
          PhoneNumber: to,
          Message: content,
          MessageAttributes: { "AWS.SNS.SMS.SenderID": { DataType: "String", StringValue: "Team" } },
        }),
      ),
    differs: AMAZON,
  }),
  comparison({
    sdk: "@getbrevo/brevo",
    provider: brevoSms,
    credentials: { apiKey: "xkeysib-1", from: "Team" },
    message,
    answers: {
      "/v3/transactionalSMS/send": { status: 201, json: { messageId: 1, reference: "r" } },
      "/v3/transactionalSMS/sms": { status: 201, json: { messageId: 1, reference: "r" } },
    },
    send: () =>
      new BrevoClient({ apiKey: "xkeysib-1" }).transactionalSms.sendTransacSms({
        sender: "Team",
        recipient: to,
        content,
        type: "transactional",
        tag: "m-1",
      }),
    differs: {
      "header.x-fern-*": "The SDK names itself.",
      url: "The SDK calls the older address, which is deprecated.",
    },
  }),
]);
