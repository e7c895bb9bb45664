import { CHANNELS } from "#contract/constants/channels.ts";
import { streamOf, suppressedAddress } from "#contract/constants/suppressions.ts";
import type { PreferenceLine, SubscriberLine, TopicLine } from "#contract/imports.ts";
import type { SuppressionLine } from "#contract/suppressions.ts";
import type { Database } from "#db/client.ts";
import { writePreferences } from "#db/queries/imports/write-preferences.ts";
import { writeTopics } from "#db/queries/imports/write-topics.ts";
import { setHours } from "#db/queries/subscribers/change-subscriber.ts";
import {
  type ComparedSubscribers,
  compareSubscribers,
  upsertSubscribers,
} from "#db/queries/subscribers/upsert-subscribers.ts";
import { addToList } from "#db/queries/suppressions/add-to-list.ts";
import { storeWebhooks } from "#db/queries/webhooks/store-webhooks.ts";
import type { Scope } from "#db/scope.ts";
import { classifySqlFailure } from "#db/sql-failure.ts";
import type { Transaction } from "#db/transaction.ts";
import { askedContextKeys, type ContextKeys } from "#domain/contexts.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import type { LineProblem, ValidLines } from "./lines.ts";

/** Outcome of lines. */
export interface Written {
  created: number;
  updated: number;
  unchanged: number;
  problems: LineProblem[];
  /** Executions that have to look at their runs, because hours or a time zone have changed. */
  executionIds: string[];
  /** Subscribers by Belfry's ids whose choices or hours have changed. */
  choosers: string[];
}

type Write = (transaction: Transaction) => Promise<Written>;

/** Reads what the lines are compared with. Returns what writes them, in the caller's transaction. */
export async function writeLines(db: Database, scope: Scope, valid: ValidLines): Promise<Write> {
  if (valid.kind === "topics") {
    return (transaction) => writeApart(transaction, valid.lines, (inner, some) => writeTopicLines(inner, scope, some));
  }
  if (valid.kind === "suppressions") {
    return (transaction) =>
      writeApart(transaction, valid.lines, (inner, some) => writeSuppressionLines(inner, scope, some));
  }
  if (valid.kind === "preferences") {
    return (transaction) =>
      writeApart(transaction, valid.lines, (inner, some) => writePreferenceLines(inner, scope, some));
  }
  const compared = await compareSubscribers(
    db,
    scope,
    valid.lines.map(({ value }) => givenBy(value)),
  );
  return (transaction) =>
    writeApart(transaction, valid.lines, (inner, some) => writeSubscriberLines(inner, scope, some, compared));
}

interface Line<T> {
  line: number;
  value: T;
}

const NOTHING: Written = { created: 0, updated: 0, unchanged: 0, problems: [], executionIds: [], choosers: [] };

/** A line whose data Postgres refuses fails alone. */
async function writeApart<T>(
  transaction: Transaction,
  lines: readonly Line<T>[],
  write: (transaction: Transaction, lines: readonly Line<T>[]) => Promise<Written>,
): Promise<Written> {
  const [first] = lines;
  if (!first) return NOTHING;
  try {
    return await transaction.transaction((inner) => write(inner, lines));
  } catch (error) {
    if (classifySqlFailure(error) !== "data") throw error;
    if (lines.length === 1) {
      const message = "The line holds something that cannot be stored: remove NUL characters and broken Unicode";
      return { ...NOTHING, problems: [{ line: first.line, field: null, message }] };
    }
    const half = Math.ceil(lines.length / 2);
    const one = await writeApart(transaction, lines.slice(0, half), write);
    const other = await writeApart(transaction, lines.slice(half), write);
    return {
      created: one.created + other.created,
      updated: one.updated + other.updated,
      unchanged: one.unchanged + other.unchanged,
      problems: [...one.problems, ...other.problems],
      executionIds: [...one.executionIds, ...other.executionIds],
      choosers: [...one.choosers, ...other.choosers],
    };
  }
}

const TEXT_FIELDS = ["firstName", "lastName", "phone", "avatar", "locale", "timezone"] as const;

/** Null counts as not given, except that no address erases one when it is an empty text: as in calls of the API. */
function givenBy({ subscriberId, email, data, ...texts }: SubscriberLine): InlineSubscriber {
  const given: InlineSubscriber = { subscriberId };
  for (const field of TEXT_FIELDS) {
    const value = texts[field];
    if (typeof value === "string") given[field] = value;
  }
  if (data) given.data = data;
  if (typeof email === "string") given.email = email;
  return given;
}

async function writeSubscriberLines(
  transaction: Transaction,
  scope: Scope,
  lines: readonly Line<SubscriberLine>[],
  compared: ComparedSubscribers,
): Promise<Written> {
  const lineOf = new Map(lines.map(({ line, value }) => [value.subscriberId, line]));
  const isOne = ({ subscriberId }: { subscriberId: string }) => lineOf.has(subscriberId);
  const inputs = compared.inputs.filter(isOne);
  const open = compared.open.filter(isOne);
  const failed = compared.failed.filter(isOne);
  const { created, executionIds } = await upsertSubscribers(transaction, scope, {
    inputs,
    open,
    failed,
    stored: compared.stored,
  });
  const updated = open.filter(({ subscriberId }) => !created.has(subscriberId));
  await storeWebhooks(
    transaction,
    scope,
    updated.map(({ subscriberId }) => ({ type: "subscriber.updated", data: { subscriberId } })),
  );
  return {
    created: created.size,
    updated: updated.length,
    unchanged: inputs.length - open.length,
    problems: failed.map(({ subscriberId, message }) => ({
      line: lineOf.get(subscriberId) ?? 0,
      field: null,
      message,
    })),
    executionIds,
    choosers: [],
  };
}

const UNKNOWN_SUBSCRIBER = "names no subscriber of this environment: import the subscribers first";
const UNKNOWN_WORKFLOW =
  "names no workflow of this environment: use its trigger identifier, or leave it out for all workflows";

async function writeTopicLines(
  transaction: Transaction,
  scope: Scope,
  lines: readonly Line<TopicLine>[],
): Promise<Written> {
  const written = await writeTopics(
    transaction,
    scope,
    lines.map(({ line, value: { topicKey, name, data, subscriberId } }) => ({
      line,
      topicKey,
      name: name || null,
      data: data ?? null,
      subscriberId: subscriberId ?? null,
    })),
  );
  return counted(lines, (line) => written.get(line));
}

function contextKeysOf({ contextKeys }: PreferenceLine): ContextKeys {
  const asked = askedContextKeys(contextKeys);
  return asked === "any" ? null : asked;
}

async function writePreferenceLines(
  transaction: Transaction,
  scope: Scope,
  lines: readonly Line<PreferenceLine>[],
): Promise<Written> {
  const misplaced = lines.filter(({ value }) => value.workflow && value.schedule);
  const writable = lines.filter((line) => !misplaced.includes(line));
  const written = await writePreferences(
    transaction,
    scope,
    writable.map(({ line, value }) => ({
      line,
      subscriberId: value.subscriberId,
      workflow: value.workflow || null,
      enabled: value.enabled ?? null,
      contextKeys: contextKeysOf(value),
      channels: Object.fromEntries(
        CHANNELS.flatMap((channel) => {
          const choice = value[channel];
          return typeof choice === "boolean" ? [[channel, choice]] : [];
        }),
      ),
    })),
  );
  const executionIds: string[] = [];
  // Subscribers are locked in the order in which other writers lock them.
  for (const { line, value } of [...writable].sort((a, b) => (a.value.subscriberId < b.value.subscriberId ? -1 : 1))) {
    const as = written.get(line);
    if (!value.schedule || as?.as === "unknown_subscriber") continue;
    const changed = await setHours(transaction, scope, value.subscriberId, { hours: value.schedule });
    executionIds.push(...changed.executionIds);
    if (changed.isChanged && as?.as === "unchanged") written.set(line, { ...as, as: "updated" });
  }
  const changed = writable.filter(({ line }) => ["created", "updated"].includes(written.get(line)?.as ?? ""));
  await storeWebhooks(
    transaction,
    scope,
    changed.map(({ value: { subscriberId, workflow } }) => ({
      type: "preference.updated",
      data: { subscriberId, workflow: workflow || null },
    })),
  );
  const outcome = counted(writable, (line) => written.get(line)?.as);
  const choosers = changed.flatMap(({ line }) => written.get(line)?.subscriberId ?? []);
  const message = "stands in a line without a workflow: hours hold for all of a subscriber's messages";
  const problems = [...outcome.problems, ...misplaced.map(({ line }) => ({ line, field: "schedule", message }))];
  return { ...outcome, problems, executionIds, choosers };
}

async function writeSuppressionLines(
  transaction: Transaction,
  scope: Scope,
  lines: readonly Line<SuppressionLine>[],
): Promise<Written> {
  const given = lines.map(({ value: { channel, address, reason, stream, note } }) => ({
    channel,
    address: suppressedAddress(channel, address),
    reason,
    stream: stream ?? streamOf(reason),
    note: note || undefined,
  }));
  const stored = await addToList(transaction, scope, given);
  return { ...NOTHING, problems: [], created: stored.length, unchanged: lines.length - stored.length };
}

function counted(lines: readonly Line<unknown>[], writtenAs: (line: number) => string | undefined): Written {
  const outcome: Written = { ...NOTHING, problems: [] };
  for (const { line } of lines) {
    const as = writtenAs(line);
    if (as === "created" || as === "updated") outcome[as] += 1;
    else if (as === "unknown_subscriber") {
      outcome.problems.push({ line, field: "subscriberId", message: UNKNOWN_SUBSCRIBER });
    } else if (as === "unknown_workflow") {
      outcome.problems.push({ line, field: "workflow", message: UNKNOWN_WORKFLOW });
    } else outcome.unchanged += 1;
  }
  return outcome;
}
