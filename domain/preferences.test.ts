import { describe, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import {
  completePreferences,
  detailTextFor,
  isCriticalWorkflow,
  mergeGlobalPreference,
  mergePreferences,
  type PreferenceDecider,
  type PreferenceLayers,
  resolveChannelPreference,
} from "./preferences.ts";

const workflow = (in_app: boolean, readOnly = false) => ({
  all: { enabled: true, readOnly },
  channels: { in_app: { enabled: in_app } },
});
const subscriber = (in_app: boolean) => ({ channels: { in_app } });
const inApp = (layers: PreferenceLayers) => resolveChannelPreference({ ...layers, channel: "in_app" });

describe("completing", () => {
  const on = { enabled: true };
  const off = { enabled: false };

  test.each([undefined, null, {}])("%j means: everything on, nothing read-only", (partial) => {
    expect(completePreferences(partial)).toEqual({
      all: { enabled: true, readOnly: false },
      channels: { in_app: on, email: on, sms: on, chat: on, push: on },
    });
  });

  test("one channel off leaves the others on", () => {
    expect(completePreferences({ channels: { sms: off } }).channels).toEqual({
      in_app: on,
      email: on,
      sms: off,
      chat: on,
      push: on,
    });
  });

  test("all off turns off what is not named", () => {
    expect(completePreferences({ all: off, channels: { in_app: on } })).toEqual({
      all: { enabled: false, readOnly: false },
      channels: { in_app: on, email: off, sms: off, chat: off, push: off },
    });
  });
});

describe("who decides", () => {
  test.each<[string, PreferenceLayers, boolean, PreferenceDecider]>([
    ["nobody said anything", {}, true, "WORKFLOW_RESOURCE"],
    ["the definition switched it off", { workflowResource: workflow(false) }, false, "WORKFLOW_RESOURCE"],
    [
      "a member beats the definition: off",
      { workflowResource: workflow(true), userWorkflow: workflow(false) },
      false,
      "USER_WORKFLOW",
    ],
    [
      "a member beats the definition: on",
      { workflowResource: workflow(false), userWorkflow: workflow(true) },
      true,
      "USER_WORKFLOW",
    ],
    ["the tenant's override beats the workflow: off", { tenantOverride: { in_app: false } }, false, "workflowOverride"],
    [
      "the tenant's override revives a channel",
      { userWorkflow: workflow(false), tenantOverride: { in_app: true } },
      true,
      "workflowOverride",
    ],
    [
      "an override that does not name the channel is silent",
      { workflowResource: workflow(false), tenantOverride: { sms: true } },
      false,
      "WORKFLOW_RESOURCE",
    ],
    [
      "the subscriber beats the tenant's override",
      { tenantOverride: { in_app: false }, subscriberWorkflow: subscriber(true) },
      true,
      "SUBSCRIBER_WORKFLOW",
    ],
    [
      "global on beats workflow off",
      { workflowResource: workflow(false), subscriberGlobal: subscriber(true) },
      true,
      "SUBSCRIBER_GLOBAL",
    ],
    [
      "global off beats workflow on",
      { workflowResource: workflow(true), subscriberGlobal: subscriber(false) },
      false,
      "SUBSCRIBER_GLOBAL",
    ],
    [
      "workflow-level on beats global off",
      { subscriberGlobal: subscriber(false), subscriberWorkflow: subscriber(true) },
      true,
      "SUBSCRIBER_WORKFLOW",
    ],
    [
      "workflow-level off beats global on",
      { subscriberGlobal: subscriber(true), subscriberWorkflow: subscriber(false) },
      false,
      "SUBSCRIBER_WORKFLOW",
    ],
    [
      "a choice for another channel is silent",
      { subscriberGlobal: subscriber(false), subscriberWorkflow: { channels: { sms: true } } },
      false,
      "SUBSCRIBER_GLOBAL",
    ],
    [
      "a subscriber may leave a whole workflow",
      { subscriberWorkflow: { enabled: false, channels: { in_app: true } } },
      false,
      "SUBSCRIBER_WORKFLOW",
    ],
    [
      "staying in a workflow names no channel",
      { workflowResource: workflow(false), subscriberWorkflow: { enabled: true, channels: {} } },
      false,
      "WORKFLOW_RESOURCE",
    ],
    [
      "all off at the workflow, in-app on",
      { workflowResource: { all: { enabled: false }, channels: { in_app: { enabled: true } } } },
      true,
      "WORKFLOW_RESOURCE",
    ],
    ["all off at the workflow", { workflowResource: { all: { enabled: false } } }, false, "WORKFLOW_RESOURCE"],
  ])("%s", (_, layers, enabled, decidedBy) => {
    expect(inApp(layers)).toEqual({ enabled, decidedBy, readOnly: false });
  });

  test.each<[string, PreferenceLayers, boolean, PreferenceDecider]>([
    [
      "on, whatever the subscriber chose",
      {
        workflowResource: workflow(true, true),
        subscriberWorkflow: subscriber(false),
        subscriberGlobal: subscriber(false),
      },
      true,
      "WORKFLOW_RESOURCE",
    ],
    [
      "off, whatever the subscriber chose",
      { userWorkflow: workflow(false, true), subscriberWorkflow: subscriber(true) },
      false,
      "USER_WORKFLOW",
    ],
    [
      "on, even if the subscriber left the workflow",
      { workflowResource: workflow(true, true), subscriberWorkflow: { enabled: false } },
      true,
      "WORKFLOW_RESOURCE",
    ],
    [
      "off by the tenant's override",
      {
        workflowResource: workflow(true, true),
        tenantOverride: { in_app: false },
        subscriberWorkflow: subscriber(true),
      },
      false,
      "workflowOverride",
    ],
  ])("read-only: %s", (_, layers, enabled, decidedBy) => {
    expect(inApp(layers)).toEqual({ enabled, decidedBy, readOnly: true });
  });

  test("a critical workflow always delivers", () => {
    const layers = {
      critical: true,
      workflowResource: workflow(false),
      tenantOverride: { in_app: false },
      subscriberWorkflow: subscriber(false),
    };
    expect(inApp(layers)).toEqual({ enabled: true, decidedBy: "WORKFLOW_RESOURCE", readOnly: true });
  });
});

test.each<[PreferenceDecider, string]>([
  ["SUBSCRIBER_WORKFLOW", DETAILS.filteredBySubscriberWorkflow],
  ["SUBSCRIBER_GLOBAL", DETAILS.filteredBySubscriberGlobal],
  ["WORKFLOW_RESOURCE", DETAILS.filteredByWorkflow],
  ["workflowOverride", DETAILS.filteredByWorkflow],
  ["USER_WORKFLOW", DETAILS.filteredByMember],
])("a step that %s switched off says: %s", (decidedBy, text) => {
  expect(detailTextFor(decidedBy)).toBe(text);
});

describe("what a subscriber is shown", () => {
  test("only channels with an active step, each with the last source that named it", () => {
    const merged = mergePreferences({
      activeChannels: ["sms", "email", "in_app"],
      workflowResource: workflow(false),
      tenantOverride: { email: false },
      subscriberWorkflow: { enabled: true, channels: { sms: false, push: false } },
    });
    expect(merged).toEqual({
      enabled: true,
      channels: { in_app: false, email: false, sms: false },
      overrides: [
        { channel: "in_app", source: "template" },
        { channel: "email", source: "workflowOverride" },
        { channel: "sms", source: "subscriber" },
      ],
    });
  });

  test("leaving the whole workflow keeps the channel flags", () => {
    const merged = mergePreferences({ activeChannels: ["in_app"], subscriberWorkflow: { enabled: false } });
    expect(merged).toEqual({
      enabled: false,
      channels: { in_app: true },
      overrides: [{ channel: "in_app", source: "template" }],
    });
  });

  test.each<PreferenceLayers>([{ critical: true }, { workflowResource: workflow(true, true) }])(
    "%j is critical: the subscriber's choices do not show",
    (layers) => {
      const choices = { subscriberWorkflow: { enabled: false, channels: { in_app: false } } };
      expect(isCriticalWorkflow(layers)).toBe(true);
      expect(mergePreferences({ ...layers, ...choices, activeChannels: ["in_app"] })).toEqual({
        enabled: true,
        channels: { in_app: true },
        overrides: [{ channel: "in_app", source: "template" }],
      });
    },
  );

  test("the global choice lists all five channels, on unless switched off", () => {
    const on = { in_app: true, email: true, sms: true, chat: true, push: true };
    expect(mergeGlobalPreference()).toEqual({ enabled: true, channels: on });
    expect(mergeGlobalPreference({ enabled: false, channels: { sms: false } })).toEqual({
      enabled: false,
      channels: { ...on, sms: false },
    });
  });
});
