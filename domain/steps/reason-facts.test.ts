import { expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { UNSENT_REASONS } from "#contract/constants/reasons.ts";
import { factsOfReason } from "./reason-facts.ts";
import { reasonOf } from "./step-reason.ts";

test.each(UNSENT_REASONS)("a step with a fact of %s ends for that reason", (code) => {
  const facts = factsOfReason(code);
  expect(facts).not.toEqual([]);
  for (const { detail, type } of facts.filter(({ raw }) => raw === null)) {
    expect(reasonOf({ type, status: "failed", details: [{ detail }] }).code).toBe(code);
  }
});

test("without a channel a text message lacks its sender, and a chat message its recipient", () => {
  const typesOf = (code: "no_integration" | "no_destination") =>
    factsOfReason(code).flatMap(({ detail, type }) => (detail === DETAILS.noChannel ? [type] : []));
  expect(typesOf("no_integration")).toEqual(["sms"]);
  expect(typesOf("no_destination")).toContain("chat");
});
