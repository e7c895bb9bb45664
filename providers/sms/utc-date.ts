const WRITTEN = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d+)?$/;

/** The moment that a vendor writes as `YYYY-MM-DD HH:MM:SS` in UTC, with or without fractions; null when it is none. */
export function utcDate(text: string | null | undefined): Date | null {
  const [, day, time, fraction = ""] = WRITTEN.exec(text ?? "") ?? [];
  return dateOrNull(`${day}T${time}${fraction.slice(0, 4)}Z`);
}

/** The moment that a vendor writes with its zone, as ISO 8601; null when it is none. */
export function isoDate(text: string | null | undefined): Date | null {
  // Some vendors write the zone without a colon.
  return dateOrNull((text ?? "").replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
}

function dateOrNull(text: string): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}
