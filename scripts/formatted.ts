import { execa } from "execa";
import { projectRoot } from "#config.ts";

/** Returns the text of a file that is made, formatted as the others are. */
export async function formatted(file: string, text: string): Promise<string> {
  const { stdout } = await execa("biome", ["format", `--stdin-file-path=${file}`], {
    cwd: projectRoot,
    preferLocal: true,
    input: text,
    stripFinalNewline: false,
  });
  return stdout;
}
