/** Prints what a test measured, so that a log shows how far it is from its limit. */
export function printFigure(figure: string): void {
  process.stdout.write(`    ${figure}\n`);
}

/** The middle one of some figures: what else the machine does may spoil any one of them. */
export function middleOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
