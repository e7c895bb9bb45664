import { expect, test } from "vitest";
import { isSecretHeader, requestMasked, requestsMasked, requestUnmasked } from "./request-secrets.ts";

const stored = {
  method: "POST",
  url: "https://api.example.com/orders/{{payload.id}}",
  headers: { Authorization: "Bearer sk_live_1234", "X-Order": "{{payload.id}}", Accept: "text/plain" },
};
const shown = { ...stored, headers: { ...stored.headers, Authorization: "nvsk.1234" } };
const path = "steps.0.controlValues";

test.each([
  ["Authorization", "Bearer sk_live_1234", true],
  ["X-Source", "shop", true],
  ["X-Key", '{{ "sk_live" }}', true],
  ["authorization", "Bearer {{ payload.token }}", false],
  ["X-Order", "{{payload.a}} {{payload.b}}", false],
  ["Content-Type", "application/json", false],
  ["X-Empty", " ", false],
])("%s: %s", (name, value, isSecret) => {
  expect(isSecretHeader(name, value)).toBe(isSecret);
});

test("headers are masked in both of their forms, and wherever a request stands", () => {
  expect(requestMasked(stored)).toEqual(shown);
  const list = (value: string) => ({ method: "GET", url: "https://a.example", headers: [{ key: "X-Key", value }] });
  expect(requestMasked(list("hunter22"))).toEqual(list("nvsk.er22"));
  expect(requestMasked({ method: "GET", url: "https://a.example" })).not.toHaveProperty("headers");
  const workflow = (request: object) => ({ steps: [{ metadata: { type: "http", ...request }, at: null }] });
  expect(requestsMasked(workflow(stored))).toEqual(workflow(shown));
  expect(requestsMasked({ headers: { subject: "a subject" } })).toEqual({ headers: { subject: "a subject" } });
});

test("a mask that comes back stands for what is stored, under another name and another path, too", () => {
  expect(requestUnmasked(shown, stored, path)).toEqual(stored);
  const renamed = { ...shown, url: "https://api.example.com/other", headers: { "X-Auth": "nvsk.1234" } };
  expect(requestUnmasked(renamed, stored, path).headers).toEqual({ "X-Auth": "Bearer sk_live_1234" });
});

test.each([
  "https://attacker.example/orders/{{payload.id}}",
  "https://api.example.com@attacker.example/",
  "https://api.example.com.attacker.example/",
  "https://api.example.com:8443/",
  "http://api.example.com/",
  "{{payload.url}}",
])("a stored header does not go to %s", (url) => {
  const moved = { ...shown, url };
  expect(() => requestUnmasked(moved, stored, path)).toThrow(
    /^steps\.0\.controlValues\.headers\.Authorization must be entered again, because the host/,
  );
  const entered = { ...moved, headers: { Authorization: "Bearer sk_live_1234" } };
  expect(requestUnmasked(entered, stored, path)).toEqual(entered);
});

test("a mask of nothing that is stored is refused by the name of its header", () => {
  const refusal = /headers\.Authorization is not the mask of what is stored/;
  expect(() => requestUnmasked(shown, undefined, path)).toThrow(refusal);
  const wrong = { ...shown, headers: { Authorization: "nvsk.9999" } };
  expect(() => requestUnmasked(wrong, stored, path)).toThrow(refusal);
});
