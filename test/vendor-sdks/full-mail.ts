import type { EmailMessage } from "#providers/messages.ts";

export const sender = { from: "team@example.com", senderName: "Ärzte, Team" };
export const from = '"Ärzte, Team" <team@example.com>';
export const text = Buffer.from("notes");
export const image = Buffer.from("pixels");
export const content = text.toString("base64");
export const pixels = image.toString("base64");

/** A mail with everything that a mail can have. */
export const message: EmailMessage = {
  id: "m-1",
  to: ["ada@example.com", "bob@example.com"],
  cc: ["cara@example.com"],
  bcc: ["dan@example.com"],
  replyTo: "reply@example.com",
  subject: "Grüße & more",
  html: '<p>Grüße <img src="cid:logo"></p>',
  text: "Grüße",
  headers: { "X-One": "1" },
  attachments: [
    { file: text, mime: "text/plain", name: "notes.txt" },
    { file: image, mime: "image/png", name: "logo.png", cid: "logo", disposition: "inline" },
  ],
};
export const { subject, html } = message;
const mailboxes = (addresses: readonly string[] = []) => addresses.map((email) => ({ email }));
export const to = mailboxes(message.to);
export const cc = mailboxes(message.cc);
export const bcc = mailboxes(message.bcc);

/** The reason why a request differs where ours names the message. */
export const OUR_ID = "Reports carry our id.";
