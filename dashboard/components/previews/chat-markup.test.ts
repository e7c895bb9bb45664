import { expect, test } from "vitest";
import { type Chat, type Piece, readMarkup } from "./chat-markup.ts";

/** The parts as a line each, with tags for marks and links. */
function shown(content: string, chat: Chat): string[] {
  const text = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) => {
        if (typeof piece === "string") return piece;
        const [tag, inner] = "href" in piece ? [`a ${piece.href}`, piece.inner] : [piece.mark, piece.inner];
        return `<${tag}>${text(inner)}</>`;
      })
      .join("");
  return readMarkup(content, chat).map((part) =>
    part.kind === "code" ? `code: ${part.text}` : `${part.kind}: ${part.lines.map(text).join(" / ")}`,
  );
}

test("Slack has its own markup, and what is Markdown elsewhere is text", () => {
  expect(shown("*Order* _left_ ~late~ `a*b*` 2*3*4", "slack")).toEqual([
    "lines: <strong>Order</> <em>left</> <s>late</> <code>a*b*</> 2*3*4",
  ]);
  expect(shown("<https://example.com/1|Open &amp; read> <@U1> <!here> a &lt; b", "slack")).toEqual([
    "lines: <a https://example.com/1>Open & read</> <mention>@U1</> <mention>@here</> a < b",
  ]);
  expect(shown("> One\n&gt; Two\nThree\n```\ncode *here*\n```", "slack")).toEqual([
    "quote: One / Two",
    "lines: Three",
    "code: code *here*",
  ]);
  expect(shown("# Title\n[text](https://example.com)", "slack")).toEqual([
    "lines: # Title / [text](<a https://example.com>https://example.com</>)",
  ]);
});

test("Teams knows bold, italic, lists and links alone", () => {
  expect(shown("**Order** _left_ ~~late~~ `x`\n- One\n- Two\n1. First\n[Open](https://example.com)", "teams")).toEqual([
    "lines: <strong>Order</> <em>left</> ~~late~~ `x`",
    "bullets: One / Two",
    "numbers: First",
    "lines: <a https://example.com>Open</>",
  ]);
  expect(shown("> no quote\n# no heading", "teams")).toEqual(["lines: > no quote / # no heading"]);
});

test("Discord has Markdown with underlines and spoilers", () => {
  expect(shown("## Order\n**bold _both_** *it* __u__ ~~s~~ ||secret|| @everyone\n> quoted\n* item", "discord")).toEqual(
    [
      "heading: Order",
      "lines: <strong>bold <em>both</></> <em>it</> <u>u</> <s>s</> <spoiler>secret</> <mention>@everyone</>",
      "quote: quoted",
      "bullets: item",
    ],
  );
  expect(shown("```js\nlet a;\n```\nhttps://example.com/a.", "discord")).toEqual([
    "code: let a;",
    "lines: <a https://example.com/a>https://example.com/a</>.",
  ]);
});

test("a line of nothing but beginnings of markup is read at once, and a very long one is text", () => {
  for (const chat of ["slack", "teams", "discord"] as const) {
    const before = performance.now();
    shown("*_~`[<**__".repeat(400), chat);
    expect(performance.now() - before).toBeLessThan(1_000);
    expect(shown("*a* ".repeat(2_000), chat)).toEqual([`lines: ${"*a* ".repeat(2_000)}`]);
  }
});
