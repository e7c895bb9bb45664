/** How date-fns recognises a date that makes others of its own kind. */
const CONSTRUCT_DATE_FROM = Symbol.for("constructDateFrom");

/**
 * A date whose local fields are those of another place, given its offset from UTC in minutes. date-fns formats by the
 * local fields, which would otherwise be those of the server.
 */
export class ZonedDate extends Date {
  readonly #offset: number;

  constructor(value: Date | number | string, offset: number) {
    super(value);
    this.#offset = offset;
  }

  [CONSTRUCT_DATE_FROM](value: Date | number | string): ZonedDate {
    return new ZonedDate(value, this.#offset);
  }

  override getTimezoneOffset(): number {
    return -this.#offset;
  }
  override getFullYear(): number {
    return this.#wall().getUTCFullYear();
  }
  override getMonth(): number {
    return this.#wall().getUTCMonth();
  }
  override getDate(): number {
    return this.#wall().getUTCDate();
  }
  override getDay(): number {
    return this.#wall().getUTCDay();
  }
  override getHours(): number {
    return this.#wall().getUTCHours();
  }
  override getMinutes(): number {
    return this.#wall().getUTCMinutes();
  }
  override getSeconds(): number {
    return this.#wall().getUTCSeconds();
  }

  // date-fns sets these to find the first day of a year or of a week.
  override setFullYear(...fields: Parameters<Date["setUTCFullYear"]>): number {
    return this.#move((wall) => wall.setUTCFullYear(...fields));
  }
  override setMonth(...fields: Parameters<Date["setUTCMonth"]>): number {
    return this.#move((wall) => wall.setUTCMonth(...fields));
  }
  override setDate(date: number): number {
    return this.#move((wall) => wall.setUTCDate(date));
  }
  override setHours(...fields: Parameters<Date["setUTCHours"]>): number {
    return this.#move((wall) => wall.setUTCHours(...fields));
  }

  #wall(): Date {
    return new Date(this.getTime() + this.#offset * 60_000);
  }

  #move(change: (wall: Date) => void): number {
    const wall = this.#wall();
    change(wall);
    return this.setTime(wall.getTime() - this.#offset * 60_000);
  }
}

/** Minutes by which an IANA zone is ahead of UTC at a moment. Throws a RangeError for an unknown zone. */
export function zoneOffset(date: Date, zone: string): number {
  const name = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(name ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
