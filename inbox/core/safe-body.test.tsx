// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { bodyText, parseBody } from "./safe-body.ts";

test("plain text is left as it is, its line breaks included", () => {
  expect(parseBody("Two\nlines > one")).toEqual(["Two\nlines > one"]);
});

test("a small subset of HTML is kept, without any of its attributes", () => {
  expect(parseBody('<p onclick="x" style="color:red">A <b class="x">bold</b> move</p>')).toEqual([
    { tag: "p", children: ["A ", { tag: "strong", children: ["bold"] }, " move"] },
  ]);
});

test("other elements are replaced by their content, and scripts and styles are dropped", () => {
  expect(parseBody("<h1>Big</h1><script>alert(1)</script><style>p{}</style><img src=x onerror=alert(1)>")).toEqual([
    "Big",
  ]);
  expect(parseBody("<svg><a href='javascript:x'>x</a></svg>ok")).toEqual(["ok"]);
});

test("a link keeps its text when its address is not safe to follow", () => {
  expect(parseBody('<a href="javascript:alert(1)">here</a>')).toEqual(["here"]);
  expect(parseBody('<a href="https://a.example" target="x">here</a>')).toEqual([
    { tag: "a", href: "https://a.example", children: ["here"] },
  ]);
});

test("deep nesting is flattened to its text", () => {
  const nodes = parseBody(`${"<b>".repeat(500)}deep${"</b>".repeat(500)}`);
  expect(JSON.stringify(nodes).match(/strong/g)?.length).toBe(12);
  expect(bodyText(nodes)).toBe("deep");
});

test("a body's text is one line", () => {
  expect(bodyText(parseBody("<p>One</p><p>two &amp;\n three</p>"))).toBe("One two & three");
});
