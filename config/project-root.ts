import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the project: relative paths in the configuration start here, wherever a script was called from. */
export const projectRoot = folderOfPackage(import.meta.dirname);

/** The nearest folder with a package.json, for the source and for what is built from it. */
function folderOfPackage(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : folderOfPackage(dirname(folder));
}
