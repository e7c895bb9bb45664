import type { RetentionDays } from "#contract/retention.ts";

/** The kinds that have days of their own, in the order of the form. */
export const KINDS: readonly { name: keyof RetentionDays; label: string; hint: string }[] = [
  { name: "runs", label: "Runs", hint: "With their steps and details, after the last of a run's waits" },
  { name: "messages", label: "Messages", hint: "Of all channels but in-app" },
  { name: "inApp", label: "In-app messages", hint: "As subscribers see them in their inboxes" },
  { name: "requests", label: "Requests", hint: "Calls with API keys that are recorded" },
];

/** Returns the name of a table or of a kind of clean-up as words: "Execution details". */
export function tableText(name: string): string {
  const words = name.replaceAll(/[_-]/g, " ");
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Api\b/, "API");
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;
const ONE_DECIMAL = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** Returns "1.2 GB". */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${ONE_DECIMAL.format(value)} ${UNITS[unit]}`;
}
