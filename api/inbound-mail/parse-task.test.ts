import { expect, test } from "vitest";
import parseMail from "./parse-task.ts";

async function parsed(type: string, body: string, subject = "Hello") {
  const mail = `From: a@example.org\r\nTo: b@example.org\r\nSubject: ${subject}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
  const result = await parseMail(Buffer.from(mail, "latin1"));
  if ("refused" in result) throw new Error(result.refused);
  return result.mail;
}

test.each([
  ["in UTF-8", "text/plain; charset=utf-8", "Z\xc3\xbcrich", "Zürich"],
  ["in latin-1", "text/plain; charset=iso-8859-1", "Z\xfcrich", "Zürich"],
  ["in windows-1252", "text/plain; charset=windows-1252", "5 \x80", "5 €"],
  ["in latin-1 without saying so", "text/plain", "Z\xfcrich", "Zürich"],
  ["in windows-1252, called UTF-8", "text/plain; charset=utf-8", "5 \x80", "5 €"],
  ["in koi8-r", "text/plain; charset=koi8-r", "\xcd\xc9\xd2", "мир"],
])("the text of a mail is read %s", async (_what, type, body, text) => {
  expect((await parsed(type, body)).text.trim()).toBe(text);
});

test.each([
  ["Z\xc3\xbcrich", "Zürich"],
  ["Z\xfcrich", "Zürich"],
  ["=?windows-1252?Q?5_=80?=", "5 €"],
])("the subject of a mail is read as it was written: %j", async (given, subject) => {
  expect((await parsed("text/plain", "", given)).subject).toBe(subject);
});
