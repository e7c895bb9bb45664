import { expect, test } from "vitest";
import { channelOverrides, layoutOverride, layoutOverrides, providerOverrides } from "./overrides.ts";

const step = { stepId: "id-1", uuid: "welcome-mail" };

test("of two forms for a channel, the one under `channels` wins", () => {
  const overrides = { email: { from: "a", subject: "s" }, channels: { email: { from: "b" } } };
  expect(channelOverrides(overrides, "email")).toEqual({ from: "b", subject: "s" });
  expect(channelOverrides(overrides, "sms")).toEqual({});
});

test("of forms for a provider, the narrower wins: of the event, of all steps, of one step by its id or its uuid", () => {
  const overrides = {
    nodemailer: { from: "event", cc: ["event"], bcc: ["event"] },
    providers: { nodemailer: { from: "provider", cc: ["provider"] } },
    steps: {
      "welcome-mail": { providers: { nodemailer: { from: "step" } } },
      other: { providers: { nodemailer: { from: "x" } } },
    },
  };
  expect(providerOverrides(overrides, step, "nodemailer")).toEqual({ from: "step", cc: ["provider"], bcc: ["event"] });
  expect(providerOverrides(overrides, { stepId: "id-2", uuid: null }, "nodemailer").from).toBe("provider");
  const byId = { steps: { "id-1": { providers: { nodemailer: { from: "by id" } } } } };
  expect(providerOverrides(byId, step, "nodemailer")).toEqual({ from: "by id" });
});

test("a provider of ours is also named by its alias, over which its id wins", () => {
  const overrides = {
    "belfry-email": { from: "id" },
    "novu-email": { from: "alias", cc: ["alias"] },
    steps: { "welcome-mail": { providers: { "novu-email": { bcc: ["step"] } } } },
  };
  expect(providerOverrides(overrides, step, "belfry-email")).toEqual({ from: "id", cc: ["alias"], bcc: ["step"] });
});

test("what cannot be used leaves its place to what is said more widely", () => {
  const overrides = {
    providers: { nodemailer: { from: "wide" } },
    steps: { "id-1": { providers: { nodemailer: { from: 7 } } } },
  };
  const isText = (_: string, value: unknown) => typeof value === "string";
  expect(providerOverrides(overrides, step, "nodemailer", isText)).toEqual({ from: "wide" });
});

test("the layout of a step wins over that of the channel, and that over the event's", () => {
  const layoutIdentifier = "event";
  const channels = { email: { layoutId: "channel" } };
  const steps = { "welcome-mail": { layoutId: "step" } };
  expect(layoutOverride({ layoutIdentifier, channels, steps }, step)).toBe("step");
  expect(layoutOverride({ layoutIdentifier, channels }, step)).toBe("channel");
  expect(layoutOverride({ layoutIdentifier, steps: { other: { layoutId: "x" } } }, step)).toBe("event");
  expect(layoutOverride({ layoutIdentifier, email: { layoutId: "short" } }, step)).toBe("short");
  expect(layoutOverrides({ email: { layoutId: "short" } })).toEqual(["short"]);
  expect(layoutOverride({ layoutIdentifier: "" }, step)).toBeUndefined();
  expect(layoutOverrides({ layoutIdentifier, channels, steps })).toEqual(["step", "channel", "event"]);
});

test("anything else in their places counts as nothing, also names that every object has", () => {
  for (const odd of [null, 7, "text", [{ from: "x" }]]) {
    const overrides = { email: odd, channels: odd, providers: odd, steps: odd, nodemailer: odd };
    expect(channelOverrides(overrides, "email")).toEqual({});
    expect(providerOverrides(overrides, step, "nodemailer")).toEqual({});
    expect(layoutOverrides(overrides)).toEqual([]);
  }
  expect(providerOverrides({}, { stepId: "constructor", uuid: "__proto__" }, "toString")).toEqual({});
});
