import { CLEAN_UP_AT, DEFAULT_RETENTION } from "#contract/constants/limits.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { CleanUp, Retention, RetentionDays } from "#contract/retention.ts";
import type { CleanUpRow } from "#db/queries/retention/clean-ups.ts";
import { withoutNulls } from "./fields.ts";

interface RetentionParts {
  days: RetentionDays | null;
  diskUse: Record<string, number>;
  cleanUps: readonly CleanUpRow[];
  now: Date;
}

export const retentionView = ({ days, diskUse, cleanUps, now }: RetentionParts): Retention => ({
  days: days ?? DEFAULT_RETENTION,
  diskUse,
  cleanUps: cleanUps.map(cleanUpView),
  nextCleanUpAt: nextCleanUp(now).toISOString(),
});

const cleanUpView = ({ error, finishedAt, ...row }: CleanUpRow): CleanUp => ({
  ...row,
  finishedAt: finishedAt.toISOString(),
  ...withoutNulls({ error }),
});

function nextCleanUp(now: Date): Date {
  const { hour, minute } = CLEAN_UP_AT;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute);
  return new Date(today > now.getTime() ? today : today + DAY);
}
