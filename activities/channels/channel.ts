import type { Channel } from "#contract/constants/channels.ts";
import type { DetailText } from "#contract/constants/details.ts";
import type { Completion } from "#contract/constants/statuses.ts";
import { overrideKind, overrideProblem } from "#contract/constants/templates/override-fields.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import type { MessageWrite } from "#db/queries/runs/slice-write.ts";
import { channelOverrides, providerOverrides } from "#domain/overrides.ts";
import { fieldName, knownData } from "#providers/known-data.ts";
import { mergePassthroughs } from "#providers/passthrough.ts";
import type { RenderedMessage } from "#rendering/render-message.ts";
import type { bridgedMessage, ProviderData } from "../run/bridge-answers.ts";
import type { Destination } from "../run/choose-integration.ts";
import type { ChosenIntegration } from "../run/chosen-integration.ts";
import type { Member } from "../run/member.ts";
import { asObject, type Overrides, passthroughOf } from "../run/override-values.ts";
import type { Problem } from "../run/problem.ts";
import type { StepDetail } from "../run/step-conditions.ts";
import type { StepBatch } from "../run/step-type.ts";

/** A member to which a channel's step applies. */
export interface Recipient extends Omit<StepBatch, "members"> {
  module: ChannelModule;
  member: Member;
  template: MessageTemplate;
  destinations: readonly Destination[];
  /** Details that come before those of its integration, and after them. */
  first: readonly StepDetail[];
  chosen: readonly StepDetail[];
  /** Made by the step's code, where it is executed at a bridge. */
  bridged: ReturnType<typeof bridgedMessage>;
}

/** A message, and the requests that its provider's adapter takes, one for each send; in-app messages have none. */
export interface Composed {
  stored: Pick<
    MessageWrite,
    | "subject"
    | "title"
    | "content"
    | "contentFormat"
    | "blocks"
    | "cta"
    | "actor"
    | "actorId"
    | "feedId"
    | "data"
    | "email"
    | "phone"
    | "deviceTokens"
  >;
  requests: Record<string, unknown>[];
}

/** The way of channels that send to each of the subscriber's entries, through the entry's own integration. */
interface Entries {
  /** The provider that reaches subscribers without stored credentials, wherever an integration of it is active. */
  readonly virtualProviderId?: string;
  /** When the job completes, by its deliveries. */
  readonly completion: Exclude<Completion, "never">;
  /** Details of a job whose subscriber has no entry. */
  readonly missing: readonly [DetailText, ...DetailText[]];
  /** Concludes a job that failed. */
  readonly failed: DetailText;
  /** Whether the overrides of the channel do not count. */
  readonly providerOverridesOnly?: true;
  /** The device that a request is for, where each one has a send of its own. Details then name provider and device. */
  deviceTokenOf?(request: Readonly<Record<string, unknown>>): string | undefined;
  /** The address that a subscriber or a caller chose: its failures are not the integration's. */
  addressOf?(request: Readonly<Record<string, unknown>>): string | undefined;
}

/** The addresses that a request is sent to, where they can be suppressed. */
interface Recipients {
  /** Those without whom it is not sent; addresses alone, without names. */
  of(request: Readonly<Record<string, unknown>>): string[];
  /** Those who get a copy. */
  copiesOf?(request: Readonly<Record<string, unknown>>): string[];
  /** The request without some of them. */
  without(request: Readonly<Record<string, unknown>>, isLeftOut: (address: string) => boolean): Record<string, unknown>;
}

/** The differences between channels, when messages are decided. */
export interface ChannelModule<C extends Channel = Channel> {
  readonly channel: C;
  /** Whether a missing integration or address is found before the content is rendered. */
  readonly checksFirst: boolean;
  /** `errorId` of a message that could not be rendered or sent. */
  readonly errorId: string;
  /** `errorId` of the message that is stored when there is no integration; without it, none is stored then. */
  readonly noIntegrationErrorId?: string;
  /** The detail of content whose template cannot be parsed, where the channel has one of its own. */
  readonly syntaxError?: DetailText;
  /** Storing the message delivers it, and so its history names no integration. */
  readonly isDeliveredByStoring?: true;
  /** Without it, the channel sends one message through the one integration that is chosen for the slice. */
  readonly entries?: Entries;
  readonly recipients?: Recipients;
  /** Whether messages through the integration have no sender unless the event gives them one. */
  lacksSender?(integration: ChosenIntegration): boolean;
  /** Why the recipient cannot be reached; undefined when it can. */
  unreachable(recipient: Recipient, destination: Destination, overrides: Overrides): Problem | undefined;
  /** The recipient's message for one destination, by the overrides of the channel with those of the provider over them. */
  compose(
    recipient: Recipient,
    destination: Destination,
    overrides: Overrides,
    rendered: RenderedMessage & { channel: C },
  ): Composed | Problem;
}

/**
 * Overrides of the channel, where they count, with those of the provider over them. Between both stands what the step's code
 * says for the provider, of which the vendor's own fields get their casing. What is added to the provider's request is merged:
 * those fields, then what the code passes through, then what the event does.
 */
export function overridesOf(
  { slice: { event }, step, module: { channel, entries } }: Recipient,
  providerId: string,
  ofCode: ProviderData = {},
): Overrides {
  const { overrides: given, passthrough: known } = knownData(channel, providerId, asObject(ofCode[providerId]));
  const isUsed = (field: string, value: unknown) => isUsable(channel, field, value);
  const code = Object.fromEntries(Object.entries(given).filter((entry) => isUsed(...entry)));
  const ofProvider = providerOverrides(event.overrides, step, providerId, isUsed);
  const passthroughs = [known, passthroughOf(code).passthrough, passthroughOf(ofProvider).passthrough].filter(
    (passthrough) => passthrough !== undefined,
  );
  return {
    ...(!entries?.providerOverridesOnly && withoutFieldsOf(channelOverrides(event.overrides, channel), code)),
    ...withoutFieldsOf(code, ofProvider),
    ...ofProvider,
    ...(passthroughs.length > 0 && {
      _passthrough: passthroughs.reduce((wide, narrow) => mergePassthroughs(wide, narrow)),
    }),
  };
}

/**
 * Says of overrides of a provider what a message can be composed with. A trigger is not refused for them, as vendors have
 * fields of the same names and other shapes: the run notes what is left out, and what is said more widely counts.
 */
function isUsable(channel: Channel, field: string, value: unknown): boolean {
  const kind = overrideKind(channel, field);
  return kind === undefined || overrideProblem(kind, value) === undefined;
}

function withoutFieldsOf(fields: Overrides, narrower: Overrides): Record<string, unknown> {
  const names = new Set(Object.keys(narrower).map(fieldName));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !names.has(fieldName(key))));
}
