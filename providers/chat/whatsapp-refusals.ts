import type { Refusals } from "../refusals.ts";

const TEMPLATE = "in WhatsApp Manager";

/** Codes of Meta's Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes. */
export const whatsappRefusals: Refusals = {
  0: { text: "Meta does not accept the access token of the integration: enter a new one", class: "CREDENTIAL" },
  1: { text: "Meta has a fault of its own", class: "RETRY" },
  2: { text: "Meta's service is down for now", class: "RETRY" },
  3: {
    text: "The access token may not send messages: give it the permission whatsapp_business_messaging",
    class: "CREDENTIAL",
  },
  4: { text: "The app has made more calls than Meta takes for now", class: "RATE" },
  10: {
    text: "The access token may not send messages: give it the permission whatsapp_business_messaging",
    class: "CREDENTIAL",
  },
  33: { text: "Meta does not know the phone number id of the integration: check it", class: "CREDENTIAL" },
  100: "A parameter of the message is not one that Meta knows, or has a value that it does not take",
  190: {
    text: "The access token of the integration has expired or was withdrawn: enter a new one",
    class: "CREDENTIAL",
  },
  368: {
    text: "Meta has blocked the account for a violation of its policies: settle it in WhatsApp Manager",
    class: "CREDENTIAL",
  },
  80007: { text: "The WhatsApp account has sent as much as it may for now", class: "RATE" },
  130429: { text: "The phone number sends more messages a second than Meta takes", class: "RATE" },
  130472: "The recipient takes part in an experiment of Meta's and gets no marketing messages",
  // Its status is 403.
  130497: { text: "The account may not write to people in this country", class: "PERMANENT" },
  131000: { text: "Meta could not send the message for a reason of its own", class: "RETRY" },
  131005: { text: "The access token lacks a permission: renew it with all permissions", class: "CREDENTIAL" },
  131008: "A parameter that Meta requires is missing in the message",
  131009: "A parameter of the message has a value that Meta does not take",
  131016: { text: "Meta's service is down for now", class: "RETRY" },
  131021: "The recipient's number is the one that sends",
  131026:
    "The recipient cannot be reached by WhatsApp: the number is not on WhatsApp, has not accepted its terms, or uses an old version",
  131030: "The recipient is not among the test numbers of the account: add the number there, or leave the test mode",
  131031: { text: "Meta has locked the WhatsApp account: settle it in WhatsApp Manager", class: "CREDENTIAL" },
  131037: { text: "The display name of the sending number is not approved yet", class: "CREDENTIAL" },
  131042: { text: "The WhatsApp account has no valid means of payment", class: "FUNDS" },
  131045: { text: "The sending number is not registered with WhatsApp: register it", class: "CREDENTIAL" },
  131047: "More than 24 hours have passed since the recipient last wrote: only a template can be sent now",
  131048: {
    text: "Too many recipients have blocked or reported this number, so Meta limits what it sends",
    class: "RATE",
  },
  131049: "Meta did not deliver the marketing message, as the recipient gets too many of them",
  131050: "The recipient has opted out of marketing messages from this number",
  131051: "Meta does not support this type of message",
  131052: "Meta could not download the media that the recipient sent",
  131053: "Meta could not read the file of the message: check its type and size",
  131055: "The WhatsApp account may send marketing templates alone",
  131056: {
    text: "Too many messages went from this number to this recipient in a short time",
    class: "RECIPIENT_RATE",
  },
  131057: { text: "The account is in maintenance", class: "RETRY" },
  132000: "The number of parameters is not that of the template",
  132001: `The template does not exist in this language, or is not approved yet: check its name and language ${TEMPLATE}`,
  132005: "The text of the template is too long with these parameters",
  132007: "The text of the template violates a policy of WhatsApp",
  132008: "A parameter of the template has the wrong type",
  132012: "A parameter does not have the form that the template gives it",
  132015: `The template is paused, as recipients rated it badly: edit it ${TEMPLATE}`,
  132016: `The template is disabled for good, as it was paused too often: make another one ${TEMPLATE}`,
  132018:
    "A parameter of the template has a line break, a tab, more than four blanks in a row, or another form than the template's",
  132068: "The flow of the template is blocked",
  132069: "The flow of the template is throttled: it has been sent ten times in the last hour",
  133004: { text: "Meta's service is down for now", class: "RETRY" },
  134011: {
    text: "The terms of WhatsApp Payments are not accepted: accept them in WhatsApp Manager",
    class: "CREDENTIAL",
  },
  134101: { text: "The template is being prepared for marketing messages: try again in some minutes", class: "RETRY" },
  134102: "The template cannot be sent for now: check it in WhatsApp Manager",
  133010: { text: "The sending number is not registered with WhatsApp: register it", class: "CREDENTIAL" },
  135000: "Meta could not send the message: a parameter of it is wrong",
};
