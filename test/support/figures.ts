/** Prints what a test measured, so that a log shows how far it is from its limit. */
export function printFigure(figure: string): void {
  process.stdout.write(`    ${figure}\n`);
}
