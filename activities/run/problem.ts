import type { DetailText } from "#contract/constants/details.ts";

/** Why a step cannot send to a subscriber, and how its message is stored. */
export interface Problem {
  problem: DetailText;
  raw?: unknown;
  message?: { status: "warning" | "error"; errorId: string; errorText: string };
}

export const isProblem = (found: object | undefined): found is Problem => found !== undefined && "problem" in found;
