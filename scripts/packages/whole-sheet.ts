import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the text of a style sheet, with each one that it imports in the place of the import. */
export const wholeSheet = (path: string): string =>
  readFileSync(path, "utf8").replace(/@import "([^"\n]+)";\n/g, (_, part: string) =>
    wholeSheet(join(dirname(path), part)),
  );
