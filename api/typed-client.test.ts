import { expect, test } from "vitest";
import { isTypedClient } from "./typed-client.ts";

test.each([
  "speakeasy-sdk/typescript 2.5.0 2.718.2 1.0 @novu/api",
  "speakeasy-sdk/python 3.11.0 2.687.13 1.0 novu-py",
  "speakeasy-sdk/java 1.7.0 2.692.0 1.0 co.novu.novu",
  "speakeasy-sdk/go 1.4.0 2.731.6 1.0 github.com/novuhq/novu-go",
  "speakeasy-sdk/php 1.0.0 2.718.2 1.0 novuhq/novu",
  "speakeasy-sdk/csharp 0.3.0 2.719.0 1.0 Novu",
  "novu-java/2.0",
  "Novu-Go/0.1 (linux)",
  "@novu/node 2.6.6",
])("%s is a client that was generated for the reference", (agent) => {
  expect(isTypedClient({ headers: { "user-agent": agent } })).toBe(true);
});

test.each([
  undefined,
  "",
  "axios/1.7.2",
  "python-requests/2.32",
  "Mozilla/5.0 (X11; Linux x86_64)",
  "curl/8.5",
  "minnovus/1",
])("%s is none", (agent) => {
  expect(isTypedClient({ headers: { "user-agent": agent } })).toBe(false);
});
