import { Problem } from "../problem.ts";

/** A file of the repository that is made from others, whole or in part. */
export interface Output {
  /** Relative to the project. */
  file: string;
  /** Returns the file's new text, which the formatter then formats. `current` is its text, empty where it is missing. */
  content(current: string): string | Promise<string>;
}

const end = "<!-- End of what npm run generate makes -->";

/** The part of a document between the line that names its source and the next line that ends such a part. */
export function documentPart(file: string, source: string, text: () => string): Output {
  const begin = `<!-- Made by npm run generate from ${source} -->`;
  return {
    file,
    content(current) {
      const from = current.indexOf(begin);
      const to = current.indexOf(end, from);
      if (from < 0 || to < 0)
        throw new Problem(
          `${file} lacks the lines "${begin}" and "${end}", between which the text goes: put them back.`,
        );
      return [current.slice(0, from) + begin, text(), current.slice(to)].join("\n\n");
    },
  };
}

/** A Markdown table: the headings, then the rows. */
export const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

export const code = (text: string): string => `\`${text}\``;
