/** Returns the share of failures among the runs: "4% failed". */
export function failureShare(runs: number, failures: number): string {
  if (failures === 0) return "None failed";
  const share = Math.min(1, failures / Math.max(1, runs));
  return `${share < 0.01 ? "<1" : Math.round(share * 100)}% failed`;
}
