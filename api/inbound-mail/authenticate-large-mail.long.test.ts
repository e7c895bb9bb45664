import { expect, test } from "vitest";
import { INBOUND_MAIL_MAX_BYTES } from "#contract/constants/inbound-mail.ts";
import { mailOf, mailVerification } from "#test/support/mail-verification.ts";

const { signed, authenticate } = mailVerification();

test.each([
  ["of lines", `${"x".repeat(74)}  \r\n`, "\r\n"],
  ["of lines as those of a file", `${"x".repeat(74)}  \r\n`, "\n"],
  ["of one line", "x \t", "\r\n"],
  ["of empty lines", "\r\n", "\r\n"],
])("the longest mail that is taken is verified in time: %s", async (_what, part, lineBreak) => {
  const body = part.repeat(Math.floor((INBOUND_MAIL_MAX_BYTES - 2_000) / part.length));
  const mail = await signed(mailOf(`${body}end\r\n`));
  const begun = performance.now();
  expect(await authenticate(mail.replaceAll("\r\n", lineBreak))).toEqual({
    dkim: "pass",
    dkimDomains: ["example.com"],
    spf: "pass",
  });
  expect(performance.now() - begun).toBeLessThan(10_000);
});
