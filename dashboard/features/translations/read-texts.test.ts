import { describe, expect, test } from "vitest";
import { flattenTexts } from "#contract/constants/templates/translation-texts.ts";
import { csvFile, jsonFile } from "./export-texts.ts";
import { readTexts } from "./read-texts.ts";

const texts = new Map([
  ["order.sent", 'Sent, "today"\nor tomorrow'],
  ["order.formula", "=1+1"],
  ["order.apostrophe", "'=1"],
  ["hello", "Grüß {{name}}; bye"],
]);
const german = new Map([["hello", "Hallo"]]);
const columns = [
  { locale: "en", texts, chain: ["en"] },
  { locale: "de-AT", texts: german, chain: ["de-AT"] },
];
const issues = (name: string, content: string | ArrayBuffer) => {
  const read = readTexts(name, content);
  return read.kind === "refused" ? read.issues : [];
};

describe("what is exported can be imported", () => {
  test("as CSV, also texts that a spreadsheet would take for formulas", () => {
    const file = csvFile({ keys: [...texts.keys()], columns });
    expect(file).toContain("'=1+1");
    const read = readTexts("shop.csv", file);
    expect(read).toEqual({
      kind: "several",
      locales: { en: Object.fromEntries(texts), "de-AT": Object.fromEntries(german) },
    });
  });

  test.each(["nested", "flat"] as const)("as %s JSON, which is named after its locale", (form) => {
    const read = readTexts("shop.de_at.json", jsonFile({ texts }, form));
    expect(read).toMatchObject({ kind: "one", locale: "de-AT" });
    if (read.kind === "one") expect(flattenTexts(read.texts)).toEqual(new Map(texts));
  });
});

describe("a file that is none is refused with its line or key", () => {
  test.each([
    ["a.json", '{"a": "A"\n"b": "B"}', "The file has an error in line 2, column 1: a comma is missing."],
    ["a.json", '{"order": {"sent": 7}}', "order.sent must be a text or an object of texts."],
    ["a.json", "[]", "The file has to be an object of texts by key."],
    ["a.json", "{}", "The file has no texts."],
    ["a.json", " ", "The file is empty."],
    ["a.csv", "name,en\nhello,Hello", "Line 1: the first column has to be named key"],
    ["a.csv", "key,Deutsch!\nhello,Hallo", "Line 1: the column Deutsch! is not named after a locale"],
    ["a.csv", "key,de,DE\nhello,a,b", "Line 1: de has two columns."],
    ["a.csv", 'key,de\na,"two\nlines"\n,Hallo', "Line 4: the key is missing."],
    ["a.csv", "key,de\nhello,a\nhello,b", "Line 3: hello is in line 2 already."],
    ["a.csv", "key,de\nhello,a,b", "Line 2: has 3 cells, and line 1 has 2."],
    ["a.csv", 'key,de\nhello,"a', "a quote is opened and not closed"],
    ["a.csv", `key;de\nhello;${"x".repeat(10_001)}`, "Line 2: hello in de must be at most 10000 characters."],
    ["a.csv", "key,de\n", "The file has no texts."],
  ])("%s: %s", (name, content, issue) => {
    expect(issues(name, content).join("\n")).toContain(issue);
  });

  test("with ten of its issues at most", () => {
    const lines = Array.from({ length: 30 }, () => ",text").join("\n");
    expect(issues("a.csv", `key,de\n${lines}`)).toHaveLength(11);
  });
});

test("cells may be separated by semicolons and tabs, as spreadsheets of other countries write them", () => {
  for (const delimiter of [";", "\t"]) {
    const read = readTexts("a.csv", ["key", "de"].join(delimiter).concat("\n", ["hello", "a, b"].join(delimiter)));
    expect(read).toEqual({ kind: "several", locales: { de: { hello: "a, b" } } });
  }
});

test.each([
  ["in windows-1252", Buffer.from("key;de\r\nhello;Gr\u00FC\u00DFe\r\n", "latin1")],
  ["in UTF-16", Buffer.from("\uFEFFkey\tde\r\nhello\tGrüße\r\n", "utf16le")],
  ["with pipes and old line ends", Buffer.from("key|de\rhello|Grüße\r")],
  ["with the separator in the first line", Buffer.from("\uFEFFsep=;\r\nkey;de\r\nhello;Grüße\r\n")],
  ["with rows and columns of separators", Buffer.from(";;\nKEY;de;\n;;\nhello;Grüße;\n;;\n")],
  ["with a guard", Buffer.from('key,de\n="hello",Grüße\n')],
  ["joined, with another byte order mark and header", Buffer.from("key,de\r\n\uFEFFkey,de\nhello,Grüße\n")],
])("CSV %s is read", (_how, bytes) => {
  expect(readTexts("a.csv", new Uint8Array(bytes).buffer)).toEqual({
    kind: "several",
    locales: { de: { hello: "Grüße" } },
  });
});

test("a workbook under the name of a table is refused as what it is", () => {
  expect(issues("a.csv", new Uint8Array([0x50, 0x4b, 3, 4, 0]).buffer)).toEqual([
    "The file is an Excel workbook or a zip archive: save it as CSV in UTF-8.",
  ]);
});

test("CSV in an encoding that is not known is refused", () => {
  expect(issues("a.csv", new Uint8Array([0x6b, 0x81]).buffer)).toEqual([
    "The file is in an encoding that is not known: save it as CSV in UTF-8.",
  ]);
});
