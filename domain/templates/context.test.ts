import { expect, test } from "vitest";
import { buildConditionContext, buildContext } from "./context.ts";

const subscriber = { subscriberId: "ann", firstName: "Ann" };

test("payload keys stand at top level and under payload; the product's names win", () => {
  const payload = { order: 7, subscriber: "fake", step: "fake", payload: "fake", branding: "fake" };
  expect(buildContext({ payload, subscriber, tenant: { name: "Acme" }, actor: { firstName: "Bob" } })).toEqual({
    order: 7,
    payload,
    subscriber,
    step: { digest: false, events: [], total_count: 0 },
    tenant: { name: "Acme" },
    actor: { firstName: "Bob" },
    branding: { logo: "", color: "#f47373" },
  });
});

test("a payload cannot pass itself off as an absent tenant or actor", () => {
  const context = buildContext({ payload: { tenant: { name: "fake" }, actor: "fake" }, subscriber });
  expect(context).toMatchObject({ tenant: undefined, actor: undefined });
});

test("digest results and branding are used when given", () => {
  const step = { digest: true, events: [{ a: 1 }], total_count: 1, reply_to_address: "parse@example.com" };
  const branding = { logo: "https://example.com/l.png", color: "#123456" };
  expect(buildContext({ payload: {}, subscriber, step, branding })).toMatchObject({ step, branding });
});

test("conditions see the payload under its name only", () => {
  expect(Object.keys(buildConditionContext({ payload: { order: 7 }, subscriber })).sort()).toEqual([
    "actor",
    "payload",
    "step",
    "subscriber",
    "tenant",
  ]);
});
