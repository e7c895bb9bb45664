import type { Parser, TagToken, Template, TopLevelToken } from "liquidjs";

interface Block {
  token: TagToken;
  parser: Parser;
  /** The tokens after the opening tag; those of the block are taken away. */
  remaining: TopLevelToken[];
  /** Name of the closing tag. */
  end: string;
  /** Takes the templates of the block. */
  body: Template[];
  /** Takes those after `else`; without, the block has no such branch. */
  otherwise?: Template[];
}

/** Reads the templates of a block up to its closing tag. Throws when there is none. */
export function readBlock({ token, parser, remaining, end, body, otherwise }: Block): void {
  let branch = body;
  const stream = parser
    .parseStream(remaining)
    .on(`tag:${end}`, () => stream.stop())
    .on("template", (template: Template) => branch.push(template))
    .on("end", () => {
      throw new Error(`tag ${token.getText()} not closed`);
    });
  if (otherwise) {
    stream.on("tag:else", () => {
      branch = otherwise;
    });
  }
  stream.start();
}
