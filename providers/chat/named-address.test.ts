import { expect, test } from "vitest";
import { namedAddress } from "./named-address.ts";

const integration = { baseUrl: "https://chat.example.com/team/", name: "Rocket.Chat" };

test.each([
  ["https://chat.example.com/team", "https://chat.example.com/team"],
  ["https://chat.example.com/team//", "https://chat.example.com/team"],
  ["HTTPS://Chat.Example.com:443/team/a?b=c", "https://chat.example.com/team/a?b=c"],
])("%s lies below the integration's address", (given, address) => {
  expect(namedAddress(given, integration)).toBe(address);
});

test.each([
  "https://attacker.example/team",
  "https://chat.example.com@attacker.example/team",
  "https://chat.example.com.attacker.example/team",
  "http://chat.example.com/team",
  "https://chat.example.com:8443/team",
  "https://chat.example.com/teams",
  "https://chat.example.com/team/../other",
  "https://chat.example.com/team/%2e%2e/other",
])("%s gets no secret of the integration", (given) => {
  expect(() => namedAddress(given, integration)).toThrow(/is not below chat\.example\.com/);
});

test("an integration whose own address is none sends nothing", () => {
  expect(() => namedAddress("https://chat.example.com", { ...integration, baseUrl: "chat.example.com" })).toThrow(
    /base URL of the Rocket\.Chat integration must be an http or https address/,
  );
});
