import type { z } from "zod";
import type { CredentialsSchema } from "./credentials.ts";
import { asciiMailbox } from "./http/ascii-domains.ts";
import type { Http, HttpClient, VendorAnswer } from "./http/http.ts";
import { untilAborted } from "./http/until-aborted.ts";
import type { SendResult } from "./messages.ts";
import type { Definition, OpenedSession } from "./provider-definition.ts";
import { ProviderError, quotedWithout, withoutSecrets } from "./provider-error.ts";
import type { Receipt } from "./reports/receipts.ts";
import type { AddressToLift, ListAnswer } from "./reports/vendor-list.ts";
import { withoutReserved } from "./reserved-keys.ts";
import type { CallOptions, SendOptions, SessionTools } from "./send-context.ts";
import { parseCredentials, type StoredCredentials, secretValues } from "./stored-credentials.ts";

/**
 * An integration that is ready to send: its credentials are parsed, and tokens, keys and connections are kept between
 * sends. `send` and `check` throw ProviderError, or the signal's reason once that has fired.
 */
export interface Session<Message> {
  send(message: Message, options: SendOptions): Promise<SendResult>;
  /** Tries the credentials without sending a message. Returns whether the vendor has a way to do so. */
  check(options?: CallOptions): Promise<boolean>;
  /** Asks the vendor what became of messages that it has taken; answers nothing where it cannot be asked. */
  askReceipts(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, Receipt>>;
  /** Has the vendor take an address off its list; undefined where it keeps none of which one can be taken. */
  lift(entry: AddressToLift, options?: CallOptions): Promise<ListAnswer | undefined>;
  /** Ends what the session keeps. Call it when no send is under way. */
  close(): Promise<void>;
}

/** Opens a session on credentials that were parsed first, and lets no error out that names a secret. */
export async function openSession<S extends CredentialsSchema, Message, Complete extends object>(
  definition: Definition<S, Complete>,
  stored: StoredCredentials,
  { http: anyHttp, ...otherTools }: SessionTools<HttpClient>,
  complete: (message: Message, credentials: z.output<S>) => Complete,
  secretsIn: (message: Message) => readonly string[] = () => [],
): Promise<Session<Message>> {
  const parsed = parseCredentials(definition, stored);
  if (!parsed.ok) {
    const remedies = parsed.problems.map(({ remedy }) => remedy).join("; ");
    throw new ProviderError("CREDENTIAL", `The ${definition.name} integration is not set up: ${remedies}`);
  }
  const { credentials } = parsed;
  const secrets = secretValues(definition.credentials, stored);
  const tools: SessionTools = {
    ...otherTools,
    http: anyHttp.withVendorHosts(definition.hosts ?? []).withVendor(definition),
  };
  // The sentences of the vendor's codes are about messages.
  const { refusals: _ofMessages, ...vendor } = definition;
  const listHttp = anyHttp.withVendorHosts(definition.hosts ?? []).withVendor({ ...vendor, asked: "request" });
  const opened = await opening(definition, credentials, tools).catch((error: unknown) => {
    throw withoutSecrets(openingError(error, definition.name), secrets);
  });

  /** Runs one call, which ends at the latest when its signal fires. */
  const run = async <T, O extends CallOptions>(
    options: O,
    work: (context: SessionTools & O) => Promise<T>,
    more: readonly string[] = [],
    own: Http = tools.http,
  ) => {
    const { signal } = options;
    try {
      signal?.throwIfAborted();
      const context = { ...tools, ...options, http: signal ? own.withSignal(signal) : own };
      return await untilAborted(signal, work(context));
    } catch (error) {
      // Given up by the caller: that says nothing about provider or message.
      if (signal?.aborted) throw signal.reason;
      throw withoutSecrets(error, [...secrets, ...more]);
    }
  };
  return {
    send: (message, { passthrough, onAllowance, answered, ...options }) => {
      const ofMessage = secretsIn(message);
      const quoted =
        answered &&
        (({ status, text }: VendorAnswer) =>
          answered({ status, text: quotedWithout(text, [...secrets, ...ofMessage]) }));
      return run(
        { ...options, ...(quoted && { answered: quoted }) },
        async ({ http: anyHttp, ...context }) => {
          const plain = quoted ? anyHttp.withAnswers(quoted) : anyHttp;
          const http = onAllowance ? plain.withAllowance(onAllowance) : plain;
          const completed = complete(message, credentials);
          const { message: given, left } = withoutReserved(completed, definition.reserved?.(completed) ?? []);
          const sent = await opened.send(given, {
            ...context,
            http: passthrough && !definition.mergesPassthrough ? http.withPassthrough(passthrough) : http,
          });
          return left.length === 0 ? sent : { ...sent, warning: reservedWarning(definition.name, left, sent.warning) };
        },
        ofMessage,
      );
    },
    check: async (options = {}) =>
      run(options, async (context) => {
        await opened.check?.(context);
        return opened.check !== undefined;
      }),
    askReceipts: async (ids, options = {}) =>
      run(options, async (context) => (await definition.receipts?.ask(ids, credentials, context)) ?? new Map()),
    lift: async ({ address, kinds }, options = {}) =>
      run(
        options,
        // The address is the one that the vendor was given when it was sent to.
        async (context) => definition.list?.lift({ address: asciiMailbox(address), kinds }, credentials, context),
        [],
        listHttp,
      ),
    close: async () => opened.close?.(),
  };
}

/** Says what was left out: values may be secret, names are not. */
function reservedWarning(name: string, left: readonly string[], other?: string): string {
  const warning = `${name} keeps these names for itself, so they were left out: ${left.join(", ")}`;
  return other === undefined ? warning : `${other}. ${warning}`;
}

async function opening<S extends CredentialsSchema, Message>(
  definition: Definition<S, Message>,
  credentials: z.output<S>,
  tools: SessionTools,
): Promise<OpenedSession<Message>> {
  if (definition.open) return definition.open(credentials, tools);
  const { check } = definition;
  return {
    send: (message, context) => definition.send(message, credentials, context),
    ...(check && { check: (context) => check(credentials, context) }),
  };
}

/** A session that cannot be opened has unusable credentials, for example a key that is none, unless the adapter says more. */
function openingError(error: unknown, name: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ProviderError("CREDENTIAL", `The ${name} integration cannot be opened: ${reason}`);
}
