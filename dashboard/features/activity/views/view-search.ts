const PLACES = ["page", "cursor", "before"];

/** Returns the query of a list's address as a view keeps it: its filters and order, and not which page is open. */
export function viewSearchOf(searchText: string): string {
  const parameters = new URLSearchParams(searchText);
  for (const name of PLACES) parameters.delete(name);
  return parameters.toString();
}
