// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { messageText } from "./message-text.ts";

test.each([
  ["a subject", { channel: "email", subject: "Parcel <sent>", content: "<p>Hi</p>" }, "Parcel <sent>"],
  ["the title of a push", { channel: "push", title: "Parcel", content: "It is on its way" }, "Parcel"],
  ["the first line of a text", { channel: "sms", content: "\n1 < 2 & so on\nmore" }, "1 < 2 & so on"],
  [
    "the first block of HTML",
    { channel: "in_app", content: "<p>Hi <b>Ada</b> &amp; Bob</p><p>More</p>" },
    "Hi Ada & Bob",
  ],
  ["HTML without what shows nothing", { channel: "email", content: "<style>p {}</style><div>Hello</div>" }, "Hello"],
  [
    "HTML with a comment and a doctype",
    { channel: "email", content: "<!doctype html><!-- x --><p>1 &lt; 2</p>" },
    "1 < 2",
  ],
  ["the subject of an in-app message", { channel: "in_app", subject: "Tea &amp; cake", content: "" }, "Tea & cake"],
  ["blocks", { channel: "email", content: [{ type: "text", content: "Dear Ada" }] }, "Dear Ada"],
  ["a message without text", { channel: "in_app", content: "<img src='x' onerror='alert(1)'>" }, "No text"],
] as const)("%s names a message", (_, message, text) => {
  const content =
    typeof message.content === "string" ? message.content : message.content.map((block) => ({ ...block }));
  expect(messageText({ ...message, content })).toBe(text);
});
