import type { Channel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { OVERRIDE_FIELDS, overrideKind, overrideProblem } from "#contract/constants/override-fields.ts";
import { channelOverrides, providerOverrides } from "#domain/overrides.ts";
import { fieldName, knownData } from "#providers/known-data.ts";
import { findProvider } from "#providers/registry.ts";
import type { ProviderData } from "../slice/bridge-answers.ts";
import type { StepDetail } from "../slice/step-conditions.ts";
import { addressesIn, asObject, type ChannelModule, type Overrides } from "./channel.ts";

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

/** Overrides that are for another place than the one in which they are given. */
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

/** Notes the event's overrides of a step, and those of its code, that cannot be used; empty where all can. */
export function unusedOverrides(
  overrides: Overrides,
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
  };
  const provider = channel === "email" ? findProvider(channel, providerId) : undefined;
  const replyTos = addressesIn({ ...ofChannel, ...ofProvider }, "replyTo");
  if (provider && !provider.takesMailboxes && replyTos.length > 1) {
    problems.replyTo = `${provider.catalogueEntry.displayName} takes one address: the first is used`;
  }
  if (Object.keys(problems).length === 0) return [];
  return [{ detail: DETAILS.overridesNotUsed, status: "Warning", raw: { overrides: problems }, providerId }];
}
