import { CHANNELS } from "#contract/constants/channels.ts";
import { DATA_COLUMNS, type DataKind, type ExportFormat } from "#contract/constants/imports.ts";
import type { Database } from "#db/client.ts";
import { isoMoment } from "#db/moment-text.ts";
import {
  exportPreferences,
  exportSubscribers,
  exportSuppressions,
  exportTopics,
} from "#db/queries/subscribers/exports/export-rows.ts";
import {
  personOlderMessages,
  personReplies,
  personRows,
  personRuns,
} from "#db/queries/subscribers/exports/person-rows.ts";
import type { SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { csvLine } from "#domain/values/csv-cell.ts";
import { maskedSecret } from "#domain/values/masked-secret.ts";
import { devicesMasked } from "../../views/activity/execution-details.ts";
import { subscriberView } from "../../views/subscribers.ts";

/** The text of an export, in portions: as a file that an import takes. */
export async function* exportText(
  db: Database,
  scope: Scope,
  { kind, format }: { kind: DataKind; format: ExportFormat },
): AsyncGenerator<string> {
  const columns: readonly string[] = DATA_COLUMNS[kind];
  if (format === "csv") yield csvLine(columns);
  for await (const records of recordsOf(db, scope, kind)) {
    const lines = records.map((record) =>
      format === "csv" ? csvLine(columns.map((column) => record[column])) : `${JSON.stringify(withoutEmpty(record))}\n`,
    );
    yield lines.join("");
  }
}

type ExportRecord = Record<string, unknown>;

async function* recordsOf(db: Database, scope: Scope, kind: DataKind): AsyncGenerator<ExportRecord[]> {
  if (kind === "subscribers") {
    for await (const rows of exportSubscribers(db, scope)) {
      yield rows.map(({ id: _id, hours: _hours, ...record }) => ({ ...record }));
    }
  } else if (kind === "suppressions") {
    for await (const rows of exportSuppressions(db, scope)) yield rows.map((record) => ({ ...record }));
  } else if (kind === "topics") {
    for await (const rows of exportTopics(db, scope)) yield rows.map((record) => ({ ...record }));
  } else {
    for await (const rows of exportPreferences(db, scope)) {
      yield rows.map(({ subscriberId, workflow, enabled, channels, hours, contextKeys }) => ({
        subscriberId,
        workflow,
        enabled,
        ...Object.fromEntries(CHANNELS.map((channel) => [channel, channels[channel] ?? null])),
        schedule: hours,
        contextKeys: contextKeys?.join(" "),
      }));
    }
  }
}

const withoutEmpty = (record: ExportRecord): ExportRecord =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));

/** Everything that is stored about one subscriber, as the text of one JSON object, in portions. Credentials are masked. */
export async function* personText(db: Database, scope: Scope, row: SubscriberRow): AsyncGenerator<string> {
  const { channels, ...profile } = subscriberView(row);
  const masked = channels.map(({ credentials, ...channel }) => ({ ...channel, credentials: maskedOf(credentials) }));
  const { preferences, ...others } = await personRows(db, scope, row.id);
  const head = {
    exportedAt: new Date().toISOString(),
    subscriber: { ...profile, channels: masked },
    schedule: row.hours,
    preferences,
    ...others,
    replies: await personReplies(db, scope, row.id),
  };
  yield JSON.stringify(head, isoMoments).slice(0, -1);
  yield* listText("runs", personRuns(db, scope, row.id));
  yield* listText("messages", personOlderMessages(db, scope, row.id));
  yield "}\n";
}

/** Postgres writes moments in its own way. */
function isoMoments(key: string, value: unknown): unknown {
  const isMoment = (key.endsWith("At") || key === "since") && typeof value === "string" && MOMENT.test(value);
  return isMoment ? isoMoment(value) : value;
}

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

async function* listText(name: string, portions: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let isFirst = true;
  for await (const rows of portions) {
    for (const row of rows) {
      yield `${isFirst ? "" : ","}${JSON.stringify(devicesMasked(row), isoMoments)}`;
      isFirst = false;
    }
  }
  yield "]";
}

const maskedOf = (credentials: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      typeof value === "string"
        ? maskedSecret(value)
        : Array.isArray(value)
          ? value.map((item) => maskedSecret(String(item)))
          : value,
    ]),
  );
