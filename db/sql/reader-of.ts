/**
 * Returns a function that names the values of a row by the keys of `columns`, in whose order they come. It is compiled once: a literal of
 * all names takes a tenth of the time that filling an object by a list of them takes. The keys are those of code, never of a request.
 */
export function readerOf<Row extends object>(
  columns: Readonly<Record<keyof Row & string, unknown>>,
): (values: readonly unknown[]) => Row {
  const fields = Object.keys(columns).map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  // What is selected has these types; neither the compiler nor the driver can see that.
  return new Function("values", `return { ${fields.join(", ")} };`) as (values: readonly unknown[]) => Row;
}
