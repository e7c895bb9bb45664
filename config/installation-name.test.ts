import { expect, test } from "vitest";
import { installationName } from "./installation-name.ts";

test.each([
  ["mail.example.com", "https://belfry.example.com", "mail.example.com"],
  [null, "https://belfry.example.com:8443", "belfry.example.com"],
  [null, "https://belfry.bücher.example", "belfry.xn--bcher-kva.example"],
  ["mail", "https://belfry.example.com", "belfry.example.com"],
  [null, "http://localhost:3000", undefined],
  [null, "http://192.0.2.7:3000", undefined],
  [null, "http://[2001:db8::7]:3000", undefined],
  [null, "http://belfry:3000", undefined],
])("with the mail host %s and the address %s the name is %s", (mailHost, publicUrl, name) => {
  expect(installationName({ mailHost, publicUrl })).toBe(name);
});
