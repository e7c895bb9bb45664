import { expect, test } from "vitest";
import { mailHeaders } from "./mail-headers.ts";

test("a header is one line, whatever its value; one without a value is none", () => {
  const headers = {
    "X-Note": "a\r\nBcc: eve@example.org",
    "X-Order": 9007199254740993n,
    "X-Test": true,
    "X-None": " \n",
  };
  expect(mailHeaders({ headers })).toEqual({
    headers: { "X-Note": "a Bcc: eve@example.org", "X-Order": "9007199254740993", "X-Test": "true" },
  });
});

test("a header that says where replies go is the mail's own field", () => {
  expect(mailHeaders({ headers: { "reply-to": "Help <help@example.org>", "X-One": "1" } })).toEqual({
    headers: { "X-One": "1" },
    replyTo: "Help <help@example.org>",
  });
  expect(mailHeaders({ headers: { "Reply-To": "nobody" } })).toEqual({ headers: { "Reply-To": "nobody" } });
  expect(mailHeaders({})).toEqual({ headers: {} });
});
