import { describe, expect, it } from "vitest";
import { expressionsIn } from "./expressions.ts";
import { slowness } from "./slow-expressions.ts";

describe("slowness", () => {
  it.each([
    [/\/+$/, "each start reads the rest of the slashes"],
    [/^\s*"?([^"<]*?)"?\s*</, "three parts take the same spaces"],
    [/^(?:a|a)+$/, "exponential"],
    [/\{\{.*?\}\}|\{%.*?%\}/gs, "openings that nothing closes"],
    [/:\d{2}[^+-]*[+-]\d/, "a beginning of several characters"],
    [/\uE000[^\uE001]*\uE001/, "placeholders that do not end"],
    [/"((?:[^"\\]|\\.)*)"/g, "quotes in a text that does not end"],
    [/(insufficient|not enough).*(balance|credit|unit)/i, "words of which the second is missing"],
    [/\.(logic\.azure|api\.powerplatform)\.[a-z.]+$/, "a name in itself"],
    [/<mj-head>[\s\S]*<mj-(?:style|raw)\b[\s\S]*<\/mj-head>/i, "two parts that take anything"],
  ])("finds %s: %s", ({ source, flags }) => {
    expect(slowness(source, flags)).toMatch(/time (?:or worse )?for ".+" repeated$/);
  });

  it.each([
    /^([^<>]*)<([^<>]+)>$/,
    /(?<![^\s@])[^\s@]+@[^\s@]+/g,
    /\uE000([^\uE000\uE001]*)\uE001/g,
    /^[a-z]+(_[a-z]+)+$/,
    /\b(?:one|two|three)\b/giu,
    /\s+/g,
  ])("takes %s, whose time is linear", ({ source, flags }) => {
    expect(slowness(source, flags)).toBeUndefined();
  });
});

describe("expressionsIn", () => {
  it("finds literals and texts given to RegExp, with their lines", () => {
    const text = 'const a = /a+$/g;\nconst b = new RegExp("b+$");\nconst c = new RegExp(String.raw`\\s$`, "i");\n';
    expect(expressionsIn("file.ts", text)).toEqual([
      { source: "a+$", flags: "g", line: 1 },
      { source: "b+$", flags: "", line: 2 },
      { source: "\\s$", flags: "i", line: 3 },
    ]);
  });

  it("puts constants of the file into texts, and leaves out what is made when the program runs", () => {
    const text = [
      "const NAME = String.raw`\\w+`;",
      "const PATH = /a\\.b/;",
      `const c = new RegExp(\`^\${NAME}\${PATH.source}$\`, FLAGS);`,
      `const d = new RegExp(\`\${made()}$\`);`,
    ];
    expect(expressionsIn("file.ts", text.join("\n"))).toEqual([
      { source: "a\\.b", flags: "", line: 2 },
      { source: "^\\w+a\\.b$", flags: "", line: 3 },
    ]);
  });

  it("leaves out what a comment with a reason excuses, and nothing else", () => {
    const excused = "// slow-expression: our own files.\nconst a = /a+$/;\n";
    expect(expressionsIn("file.ts", excused)).toEqual([]);
    expect(expressionsIn("file.ts", "// slow-expression:\nconst a = /a+$/;\n")).toHaveLength(1);
  });
});
