/** Returns the moment of a vendor's date, a text or milliseconds since 1970; null when it is none. */
export function vendorDate(given: string | number | null | undefined): Date | null {
  const moment = new Date(given ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
