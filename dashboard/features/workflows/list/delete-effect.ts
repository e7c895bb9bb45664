import type { WaitingCount } from "#contract/waiting.ts";
import { numberText } from "#dashboard/components/display/count-text.ts";

/** Returns the effect in sentences. What has not been counted is left out. */
export function effectTexts(
  count: number,
  runs: number | undefined,
  waiting: readonly Pick<WaitingCount, "count" | "isMore">[] | undefined,
): string[] {
  const [subject, object] = count === 1 ? ["It", "it"] : ["They", "them"];
  const sentences: string[] = [];
  if (runs !== undefined) {
    const counted = runs === 0 ? "no runs" : runs === 1 ? "1 run" : `${numberText(runs)} runs`;
    sentences.push(`${subject} had ${counted} in the last 7 days.`);
  }
  if (waiting) {
    const total = waiting.reduce((sum, each) => sum + each.count, 0);
    const more = waiting.some(({ isMore }) => isMore) ? "More than " : "";
    const waits =
      total === 1 ? "1 delay, digest or retry waits" : `${more}${numberText(total)} delays, digests and retries wait`;
    sentences.push(
      total === 0 ? "No delay, digest or retry waits. Runs in flight finish." : `${waits}. Runs in flight finish.`,
    );
  }
  sentences.push(
    `New triggers of ${object} are refused, and subscribers' preferences for ${object} are deleted. This cannot be undone.`,
  );
  return sentences;
}
