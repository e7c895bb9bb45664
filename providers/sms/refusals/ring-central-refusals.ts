import type { Refusals } from "../../refusals.ts";

/** Codes of errors: https://developers.ringcentral.com/api-reference/SMS/createSMSMessage. */
export const ringCentralRefusals: Refusals = {
  "CMN-101": "A parameter has a value that RingCentral does not take",
  "CMN-102": { text: "RingCentral does not know the account or extension of the integration", class: "CREDENTIAL" },
  "CMN-401": {
    text: "The RingCentral application may not send messages: give it the permission SMS",
    class: "CREDENTIAL",
  },
  "CMN-408": {
    text: "The RingCentral user may not send messages: give it the permission OutboundSMS",
    class: "CREDENTIAL",
  },
  "MSG-240": { text: "The RingCentral account may not send to other countries", class: "PERMANENT" },
  "MSG-241": { text: "The number that sends is a fax number", class: "CREDENTIAL" },
  "MSG-242": { text: "The RingCentral account may not send messages", class: "CREDENTIAL" },
  "MSG-243": "The recipient's number is blocked",
  "MSG-245": { text: "The number that sends does not belong to the RingCentral user", class: "CREDENTIAL" },
  "MSG-246": "The recipient's number is an extension, which gets no messages",
  "MSG-247": "The recipient's number is a short number, which gets no messages",
  "MSG-314": { text: "The extension of the integration is of a kind that sends no messages", class: "CREDENTIAL" },
  "MSG-367": { text: "The number that sends cannot send text messages", class: "CREDENTIAL" },
  "MSG-384": { text: "The RingCentral account has sent what it may send", class: "FUNDS" },
  "MSG-388": { text: "RingCentral does not send to this number", class: "PERMANENT" },
};
