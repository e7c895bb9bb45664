import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { SendOptions } from "../send-context.ts";
import { whatsappBusiness } from "./whatsapp-business.ts";

const url = "https://graph.facebook.com/v23.0/10123/messages";
const headers = { authorization: "Bearer s3cret-token" };
const head = { messaging_product: "whatsapp", recipient_type: "individual", to: "+4915112345678" };
const text = { type: "text", text: { body: "Hi", preview_url: false } };

const takes = (form: object, address = url): Exchange[] => [
  {
    request: { url: address, headers, json: { ...head, ...form, biz_opaque_callback_data: "m-1" } },
    answer: {
      json: {
        messaging_product: "whatsapp",
        contacts: [{ input: "+4915112345678", wa_id: "4915112345678" }],
        messages: [{ id: "wamid.1" }],
      },
    },
  },
];
const result = { id: "wamid.1", date: ANSWERED_AT };
const refusal = (status: number, code: number, message: string) => ({
  status,
  json: { error: { message, type: "OAuthException", code, error_data: { details: message }, fbtrace_id: "f-1" } },
});

testProvider(whatsappBusiness, {
  credentials: { apiToken: "s3cret-token", phoneNumberIdentification: "10123" },
  message: { id: "m-1", webhookUrl: "", phoneNumber: "+4915112345678", content: "Hi" },
  refusalOf: (code) => refusal(400, Number(code), "Meta's words"),
  sends: {
    "a text": { exchanges: takes(text), result },
    "a text to a number as people write it": {
      message: { phoneNumber: "+49 151 1234-5678" },
      exchanges: takes(text),
      result,
    },
    "a text by another version of the Graph API": {
      credentials: { graphVersion: "v25.0" },
      exchanges: takes(text, url.replace("v23.0", "v25.0")),
      result,
    },
    "a template": {
      message: { customData: { template: { name: "hello", language: { code: "en" } } } },
      exchanges: takes({ type: "template", template: { name: "hello", language: { code: "en" } } }),
      result,
    },
    "what makes it a message of WhatsApp is not the caller's": {
      message: { customData: { messaging_product: "sms", biz_opaque_callback_data: "own" } },
      exchanges: takes(text),
      result: {
        ...result,
        warning:
          "WhatsApp Business keeps these names for itself, so they were left out: customData.messaging_product, customData.biz_opaque_callback_data",
      },
    },
    "parameters that are numbers are sent as texts, and others as they are": {
      message: {
        customData: {
          template: {
            name: "order",
            language: { code: "en" },
            components: [
              { type: "header", parameters: [{ type: "image", image: { link: "https://example.com/a.png" } }] },
              {
                type: "body",
                parameters: [
                  { type: "text", text: 5 },
                  { type: "text", text: "a    b" },
                ],
              },
            ],
          },
        },
      },
      exchanges: takes({
        type: "template",
        template: {
          name: "order",
          language: { code: "en" },
          components: [
            { type: "header", parameters: [{ type: "image", image: { link: "https://example.com/a.png" } }] },
            {
              type: "body",
              parameters: [
                { type: "text", text: "5" },
                { type: "text", text: "a    b" },
              ],
            },
          ],
        },
      }),
      result,
    },
    "another form": {
      message: { customData: { type: "image", image: { link: "https://example.com/a.png" } } },
      exchanges: takes({ type: "image", image: { link: "https://example.com/a.png" } }),
      result,
    },
    "a text that answers a message": {
      message: { customData: { context: { message_id: "wamid.0" } } },
      exchanges: takes({ ...text, context: { message_id: "wamid.0" } }),
      result,
    },
  },
  refusals: {
    "the token has expired": { answer: refusal(401, 190, "Access token has expired"), class: "CREDENTIAL" },
    "the token is not valid, with status 400": { answer: refusal(400, 190, "Invalid token"), class: "CREDENTIAL" },
    "a permission is missing": { answer: refusal(400, 200, "Permissions error"), class: "CREDENTIAL" },
    "the account is locked": { answer: refusal(403, 131031, "Account has been locked"), class: "CREDENTIAL" },
    "this person was written to too often": {
      answer: refusal(400, 131056, "Pair rate limit hit"),
      class: "RETRY",
      rate: "recipient",
    },
    "the account has sent too much": {
      answer: refusal(400, 80007, "Rate limit issues"),
      class: "RETRY",
      rate: "integration",
    },
    "the account has no means of payment": {
      answer: refusal(400, 131042, "Business eligibility payment issue"),
      class: "FUNDS",
    },
    "the number does not use WhatsApp": { answer: refusal(400, 131026, "Message undeliverable"), class: "PERMANENT" },
    "the person has not written for a day": {
      answer: refusal(400, 131047, "Re-engagement message"),
      class: "PERMANENT",
    },
    "the account may not write to this country": {
      answer: refusal(403, 130497, "Business account is restricted from messaging users in this country"),
      class: "PERMANENT",
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://graph.facebook.com/v23.0/10123?fields=id", headers },
      answer: { json: { id: "10123" } },
    },
  ],
});

test("a message without a phone number is not sent", async () => {
  const http = createHttp();
  const credentials = { apiToken: "t", phoneNumberIdentification: "1" };
  const session = await whatsappBusiness.open(credentials, { http, allowPrivateHosts: false });
  const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
  const sent = session.send({ id: "m-1", webhookUrl: "https://example.com", content: "Hi" }, options);
  await expect(sent).rejects.toMatchObject({ class: "PERMANENT", message: expect.stringContaining("phone number") });
  await http.close();
});

test("a version that is none, or part of another address, is refused", async () => {
  for (const graphVersion of ["25", "v25.0/../x", "v25.0?a=", "latest"]) {
    const stored = { apiToken: "t", phoneNumberIdentification: "1", graphVersion };
    const opening = whatsappBusiness.open(stored, { http: createHttp(), allowPrivateHosts: false });
    await expect(opening).rejects.toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("v23.0") });
  }
});

const template = (...components: object[]) => ({ template: { name: "order", language: { code: "en" }, components } });
const body = (...parameters: object[]) => template({ type: "body", parameters });

test.each([
  [
    body({ type: "text", text: "Ada" }, { type: "text", text: "a\nb" }),
    "The parameter 2 of the template's body has a line break",
  ],
  [body({ type: "text", text: "a\r\nb" }), "has a line break"],
  [
    body({ type: "text", parameter_name: "city", text: "a\tb" }),
    'The parameter "city" of the template\'s body has a tab',
  ],
  [body({ type: "text", text: "a     b" }), "has more than four blanks in a row"],
  [
    body({ type: "currency", currency: { fallback_value: "12\n€", code: "EUR", amount_1000: 12_000 } }),
    "has a line break",
  ],
  [body({ type: "date_time", date_time: { fallback_value: "1     May" } }), "has more than four blanks in a row"],
  [
    body({ type: "text", parameter_name: "city", text: "Ulm" }, { type: "text", text: "Ada" }),
    "The template's body has parameters with and without a parameter_name",
  ],
  [body({ type: "text", text: " " }), "is empty"],
  [body({ type: "text" }), "has no text"],
  [body({ type: "text", text: null }), "is not a text"],
  [body({ type: "text", text: "x".repeat(1_025) }), "is longer than the 1,024 characters of a body"],
  [
    template({ type: "header", parameters: [{ type: "text", text: "a\nb" }] }),
    "The parameter 1 of the template's header",
  ],
  [
    template({ type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "a\nb" }] }),
    "The parameter 1 of the template's button 0",
  ],
  [
    template({
      type: "carousel",
      cards: [{ card_index: 0, components: [{ type: "body", parameters: [{ type: "text", text: "\t" + "a" }] }] }],
    }),
    "has a tab",
  ],
])("a parameter that WhatsApp is known to refuse is not sent: %#", async (customData, sentence) => {
  await expect(sendTo({ customData })).rejects.toMatchObject({
    class: "PERMANENT",
    message: expect.stringContaining(sentence),
  });
});

test("a text that is longer than WhatsApp takes is not sent", async () => {
  await expect(sendTo({ content: "x".repeat(4_097) })).rejects.toMatchObject({
    class: "PERMANENT",
    message: expect.stringContaining("4,096"),
  });
});

/** Nothing leaves: a request would fail by its address. */
async function sendTo(message: object) {
  const http = createHttp({
    baseUrls: { "https://graph.facebook.com": "http://127.0.0.1:1" },
    allowPrivateHosts: true,
  });
  const session = await whatsappBusiness.open(
    { apiToken: "s3cret-token", phoneNumberIdentification: "1" },
    { http, allowPrivateHosts: true },
  );
  const outbox = { deliver: () => Promise.reject(new Error("not used")) };
  try {
    return await session.send(
      { id: "m-1", webhookUrl: "", phoneNumber: "+4915112345678", content: "Hi", ...message },
      { outbox },
    );
  } finally {
    await http.close();
  }
}
