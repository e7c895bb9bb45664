import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import type { PreferenceLayer } from "#contract/constants/statuses.ts";
import { WorkflowPreferences } from "#contract/preferences.ts";
import {
  channelPreferences,
  completePreferences,
  detailTextFor,
  isCriticalWorkflow,
  mergeGlobalPreference,
  mergePreferences,
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

  test.each([{}, { all: off }, { channels: { sms: off } }])("%j is complete by the contract", (partial) => {
    const complete = completePreferences(partial);
    expect(WorkflowPreferences.parse(complete)).toEqual(complete);
  });

  test("a channel without a flag is not named", () => {
    expect(
      completePreferences({ all: off, channels: channelPreferences({ in_app: true, sms: false }) }).channels,
    ).toEqual({
      in_app: on,
      email: off,
      sms: off,
      chat: off,
      push: off,
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
  test.each<[string, PreferenceLayers, boolean, PreferenceLayer]>([
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

  test.each<[string, PreferenceLayers, boolean, PreferenceLayer]>([
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

test.each<[PreferenceLayer, string]>([
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

describe("every combination of layers, choices and read-only", () => {
  type Choice = boolean | undefined;
  const choices: readonly Choice[] = [true, false, undefined];
  const combinations = choices.flatMap((resource) =>
    choices.flatMap((member) =>
      choices.flatMap((tenant) =>
        choices.flatMap((global) =>
          choices.flatMap((own) =>
            [true, false].map((readOnly) => ({ resource, member, tenant, global, own, readOnly })),
          ),
        ),
      ),
    ),
  );
  type Combination = (typeof combinations)[number];

  const layersOf = ({ resource, member, tenant, global, own, readOnly }: Combination): PreferenceLayers => {
    const workflowLevel = (choice: boolean) => ({ all: { readOnly }, channels: { sms: { enabled: choice } } });
    const named = (choice: Choice) => (choice === undefined ? undefined : { sms: choice });
    const subscribers = (choice: Choice) => (choice === undefined ? undefined : { channels: { sms: choice } });
    return {
      workflowResource: resource === undefined ? { all: { readOnly } } : workflowLevel(resource),
      userWorkflow: member === undefined ? undefined : workflowLevel(member),
      tenantOverride: named(tenant),
      subscriberGlobal: subscribers(global),
      subscriberWorkflow: subscribers(own),
    };
  };

  /** The rule, written down a second time: from the most to the least specific, the first that is set. */
  function expected({
    resource,
    member,
    tenant,
    global,
    own,
    readOnly,
  }: Combination): [PreferenceLayer, boolean, string] {
    const workflow = DETAILS.filteredByWorkflow;
    const order: [PreferenceLayer, Choice, string][] = [
      ["SUBSCRIBER_WORKFLOW", readOnly ? undefined : own, DETAILS.filteredBySubscriberWorkflow],
      ["SUBSCRIBER_GLOBAL", readOnly ? undefined : global, DETAILS.filteredBySubscriberGlobal],
      ["workflowOverride", tenant, workflow],
      ["USER_WORKFLOW", member, DETAILS.filteredByMember],
      ["WORKFLOW_RESOURCE", resource ?? true, workflow],
    ];
    for (const [decider, choice, text] of order) if (choice !== undefined) return [decider, choice, text];
    throw new Error("unreachable: the workflow always decides");
  }

  test.each(combinations)(
    "definition $resource, member $member, tenant $tenant, global $global, own $own, read-only $readOnly",
    (combination) => {
      const { decidedBy, enabled, readOnly } = resolveChannelPreference({ ...layersOf(combination), channel: "sms" });
      expect([decidedBy, enabled, detailTextFor(decidedBy)]).toEqual(expected(combination));
      expect(readOnly).toBe(combination.readOnly);
    },
  );

  test("a layer that names other channels only changes nothing", () => {
    const other = fc.dictionary(fc.constantFrom("in_app", "email", "chat", "push"), fc.boolean());
    fc.assert(
      fc.property(fc.constantFrom(...combinations), other, other, other, (combination, own, global, tenant) => {
        const layers = layersOf(combination);
        const wider: PreferenceLayers = {
          ...layers,
          subscriberWorkflow: { channels: { ...own, ...layers.subscriberWorkflow?.channels } },
          subscriberGlobal: { channels: { ...global, ...layers.subscriberGlobal?.channels } },
          tenantOverride: { ...tenant, ...layers.tenantOverride },
        };
        expect(resolveChannelPreference({ ...wider, channel: "sms" })).toEqual(
          resolveChannelPreference({ ...layers, channel: "sms" }),
        );
      }),
    );
  });
});
