import type { Channel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import {
  OVERRIDE_FIELDS,
  type OverrideKind,
  overrideKind,
  overrideProblem,
} from "#contract/constants/templates/override-fields.ts";
import { channelOverrides, providerOverrides } from "#domain/overrides.ts";
import { fieldName, knownData } from "#providers/known-data.ts";
import { findProvider } from "#providers/registry.ts";
import type { ProviderData } from "../run/bridge-answers.ts";
import { addressesIn, asObject, type Overrides } from "../run/override-values.ts";
import type { StepDetail } from "../run/step-conditions.ts";
import type { ChannelModule } from "./channel.ts";

/** Why overrides of a channel or provider cannot be used, by their names. */
function problemsOf(channel: Channel, overrides: Overrides): Record<string, string> {
  const { others } = OVERRIDE_FIELDS[channel];
  const problems = Object.entries(overrides).flatMap(([field, value]): [string, string][] => {
    const kind = overrideKind(channel, field);
    const otherwise = others === "passed" || value === null || value === "" ? undefined : others.instead;
    const problem = kind === undefined ? otherwise : overrideProblem(kind, value);
    return problem === undefined ? [] : [[field, problem]];
  });
  return Object.fromEntries(problems);
}

const MISPLACED = "is not used here: give it in overrides.providers.<providerId>";
/** Fields that decide before a provider is chosen, and so are none of its overrides. */
const OF_CHANNEL = {
  integrationIdentifier: "is not used here: give it in overrides.<channel>",
  layoutId: "is not used here: give it in overrides.steps.<stepId> or overrides.channels.email",
};

function misplacedInProvider(channel: Channel, overrides: Overrides): Record<string, string> {
  const given = Object.entries(OF_CHANNEL).filter(
    ([field]) => overrideKind(channel, field) !== undefined && overrides[field],
  );
  return Object.fromEntries(given);
}

/** Why what the step's code says for providers cannot be used, by the places in its answer. */
function problemsOfCode(channel: Channel, providerId: string, ofCode: ProviderData): Record<string, string> {
  const unknown = Object.keys(ofCode).filter((name) => !findProvider(channel, name));
  const { overrides } = knownData(channel, providerId, asObject(ofCode[providerId]));
  const problems = [
    ...unknown.map((name) => [`providers.${name}`, "is no provider of this channel: check its id in the step's code"]),
    ...Object.entries(problemsOf(channel, overrides)).map(([field, problem]) => [
      `providers.${providerId}.${field}`,
      `${problem} in the step's code`,
    ]),
  ];
  return Object.fromEntries(problems);
}

/** The fields of a payload that stand in place of the subscriber's own address. */
const ADDRESSES: Readonly<Partial<Record<Channel, readonly [field: string, kind: OverrideKind]>>> = {
  email: ["email", "addresses"],
  chat: ["webhookUrl", "webAddress"],
};

function problemsOfPayload(channel: Channel, payload: Overrides): Record<string, string> {
  const [field, kind] = ADDRESSES[channel] ?? [];
  const given = field && payload[field];
  // What is no text is data of the customer's own, and never an address.
  const problem = kind && typeof given === "string" && overrideProblem(kind, given);
  return problem ? { [`payload.${field}`]: `${problem}: that of the subscriber counts` } : {};
}

interface Given {
  overrides: Overrides;
  payload: Overrides;
  template: { from?: string | undefined; replyTo?: string | undefined };
}

function problemsOfTemplate(channel: Channel, { from, replyTo }: Given["template"]): Record<string, string> {
  if (channel !== "email") return {};
  const problems = [
    ["from", from, overrideProblem("mailbox", from)],
    ["replyTo", replyTo, overrideProblem("addresses", replyTo)],
  ];
  return Object.fromEntries(
    problems.flatMap(([field, given, problem]) =>
      given && problem ? [[`the step's ${field}`, `${problem}: correct it in the workflow`]] : [],
    ),
  );
}

/**
 * Notes the event's overrides of a step, those of its code, and addresses of the step and of the payload, that cannot be used; empty
 * where all can.
 */
export function unusedOverrides(
  { overrides, payload, template }: Given,
  step: Parameters<typeof providerOverrides>[1],
  { channel, entries }: ChannelModule,
  providerId: string,
  ofCode: ProviderData = {},
): StepDetail[] {
  const ofChannel = channelOverrides(overrides, channel);
  const misplaced = Object.keys(ofChannel).filter((field) => fieldName(field) !== "integrationIdentifier");
  const ofProvider = providerOverrides(overrides, step, providerId);
  const problems: Record<string, string> = {
    ...(entries?.providerOverridesOnly
      ? Object.fromEntries(misplaced.map((field) => [field, MISPLACED]))
      : problemsOf(channel, ofChannel)),
    ...problemsOf(channel, ofProvider),
    ...misplacedInProvider(channel, ofProvider),
    ...problemsOfCode(channel, providerId, ofCode),
    ...problemsOfPayload(channel, payload),
    ...problemsOfTemplate(channel, template),
  };
  const provider = channel === "email" ? findProvider(channel, providerId) : undefined;
  const replyTos = addressesIn({ ...ofChannel, ...ofProvider }, "replyTo");
  if (provider && !provider.takesMailboxes && replyTos.length > 1) {
    problems.replyTo = `${provider.catalogueEntry.displayName} takes one address: the first is used`;
  }
  if (Object.keys(problems).length === 0) return [];
  return [{ detail: DETAILS.overridesNotUsed, status: "Warning", raw: { overrides: problems }, providerId }];
}
