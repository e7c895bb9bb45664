import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupTexts } from "../text-states.ts";
import { readXliff } from "./read-xliff.ts";
import { xliffFile } from "./write-xliff.ts";

/** The file of a locale of a group whose source is English. */
function fileOf(english: Record<string, string>, german: Record<string, string>, outdated: string[] = []) {
  const texts = groupTexts({
    columns: [
      { locale: "en", texts: english },
      { locale: "de", texts: german },
    ],
    defaultLocale: "en",
    outdated: { source: "en", locales: [{ locale: "de", keys: outdated }] },
    newKeys: [],
  });
  const column = texts.columns.find(({ locale }) => locale === "de");
  if (!column) throw new Error("The group has no such locale");
  return xliffFile("shop", texts, column);
}

const read = (body: string, root = 'version="1.2"') => readXliff(`<?xml version="1.0"?><xliff ${root}>${body}</xliff>`);
const first = (units: string, attributes = 'source-language="en" target-language="de"') =>
  read(`<file ${attributes}><header/><body>${units}</body></file>`);
const unit = (target: string, id = "hello") => `<trans-unit id="${id}"><source>Hello</source>${target}</trans-unit>`;
const second = (units: string) => read(`<file id="f1">${units}</file>`, 'version="2.0" srcLang="en" trgLang="de-at"');
const several = (locales: Record<string, Record<string, string>>) => ({ kind: "several", locales });
const issuesOf = (content: string) => {
  const result = readXliff(content);
  return result.kind === "refused" ? result.issues.join("\n") : "";
};

describe("a file that is exported", () => {
  test("has sources with marked placeholders, targets with their states, and none for what is missing", () => {
    const english = { "order.sent": "Sent to {{name}} & {{city}}", hello: "Hello", bye: "Bye" };
    const file = fileOf(english, { "order.sent": "An {{city}}: {{name}}", hello: "Hallo" }, ["hello"]);
    expect(file).toContain('source-language="en" target-language="de"');
    expect(file).toContain(
      '<source>Sent to <ph id="1">{{name}}</ph> &amp; <ph id="2">{{city}}</ph></source>' +
        '<target state="translated">An <ph id="2">{{city}}</ph>: <ph id="1">{{name}}</ph></target>',
    );
    expect(file).toContain('<target state="needs-review-translation">Hallo</target>');
    expect(file).toContain('<trans-unit id="bye" resname="bye" xml:space="preserve"><source>Bye</source></trans-unit>');
  });

  test("comes back as it was, whatever the texts are", () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
      // What XML cannot write is left out.
      .map((given) => given.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ""))
      .filter((given) => given !== "");
    const parts = fc.constantFrom(
      " ",
      "{{name}}",
      "{{date, MMMM do}}",
      "<b>",
      "]]>",
      "&amp;",
      "&#65;",
      "\r\n",
      '"',
      "'",
    );
    const written = fc.array(fc.oneof(text, parts), { minLength: 1, maxLength: 6 }).map((found) => found.join(""));
    const key = fc.stringMatching(/^[a-zA-Z0-9_.:<>&"' -]{0,10}[a-z]$/);
    fc.assert(
      fc.property(fc.dictionary(key, written, { minKeys: 1, maxKeys: 5, noNullPrototype: true }), (german) => {
        const english = Object.fromEntries(Object.keys(german).map((one) => [one, "Text"]));
        const result = readXliff(fileOf(english, german));
        expect(result).toEqual(several({ de: german }));
      }),
    );
  });
});

describe("files of translators' programs are read", () => {
  test("with codes in the text, character references, CDATA, comments, namespaces and notes", () => {
    const target =
      "<target>Hallo <ph id='1'>{{name}}</ph>, <g id='2'><mrk mtype='seg' mid='1'>gr&#252;&#xDF;</mrk></g>" +
      "<x id='3' equiv-text='{{city}}'/> &lt;b&gt; <![CDATA[<i> & x]]><!-- nobody --></target><note>For you</note>";
    expect(first(unit(target))).toEqual(several({ de: { hello: "Hallo {{name}}, grüß{{city}} <b> <i> & x" } }));
    const prefixed = readXliff(
      '<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><x:file target-language="de"><x:body>' +
        '<x:trans-unit id="a"><x:target>A</x:target></x:trans-unit></x:body></x:file></x:xliff>',
    );
    expect(prefixed).toEqual(several({ de: { a: "A" } }));
  });

  test("with groups, alternatives of a memory and several files, of which each has a locale", () => {
    const german = `<file target-language="de"><body><group><group>${unit("<target>Hallo</target><alt-trans><target>Servus</target></alt-trans>")}</group></group></body></file>`;
    const french = `<file target-language="fr_FR"><body>${unit("<target>Bonjour</target>")}</body></file>`;
    expect(read(german + french)).toEqual(several({ de: { hello: "Hallo" }, "fr-FR": { hello: "Bonjour" } }));
  });

  test("under the name of a text where the program has given it an id of its own", () => {
    const renamed =
      '<trans-unit id="7" resname="order.sent"><source>Sent</source><target>Versandt</target></trans-unit>';
    expect(first(renamed)).toEqual(several({ de: { "order.sent": "Versandt" } }));
  });

  test("without what is not translated", () => {
    const units = unit("", "a") + unit("<target/>", "b") + unit('<target state="new"></target>', "c");
    expect(first(units + unit("<target>D</target>", "d"))).toEqual(several({ de: { d: "D" } }));
  });

  test("without copies of the source that nobody has translated, as their state says", () => {
    const copies = ["new", "needs-translation"].map((state) =>
      unit(`<target state="${state}"><ph id="1">Hel</ph>lo</target>`, state),
    );
    const others = [
      unit('<target state="new">Hallo</target>', "a"),
      unit('<target state="translated">Hello</target>', "b"),
      unit("<target>Hello</target>", "c"),
    ];
    expect(first([...copies, ...others].join(""))).toEqual(several({ de: { a: "Hallo", b: "Hello", c: "Hello" } }));
    const segment = (state: string, target: string) =>
      `<unit id="${target}"><segment ${state}><source>Taxi</source><target>${target}</target></segment></unit>`;
    expect(second(segment('state="initial"', "Taxi") + segment('state="initial"', "Auto"))).toEqual(
      several({ "de-AT": { Auto: "Auto" } }),
    );
    expect(second(segment("", "Taxi"))).toEqual(several({ "de-AT": { Taxi: "Taxi" } }));
  });

  test("of version 2, with segments, what is between them, and codes that refer to the original", () => {
    const units =
      '<unit id="u1" name="hello"><originalData><data id="d1">{{name}}</data><data id="d2">&lt;b></data></originalData>' +
      '<segment><source>Hello <ph id="1" dataRef="d1"/>.</source><target>Hallo <ph id="1" dataRef="d1"/>.</target></segment>' +
      "<ignorable><source> </source></ignorable>" +
      '<segment><source>Bye</source><target><pc id="2" dataRefStart="d2">Tschüss</pc><cp hex="0009"/></target></segment></unit>' +
      '<unit id="bye"><segment><source>Bye</source></segment></unit>';
    expect(second(units)).toEqual(several({ "de-AT": { hello: "Hallo {{name}}. <b>Tschüss\t" } }));
  });

  test("in no locale where the file names none, so that it is asked for", () => {
    const texts = { hello: "Hallo" };
    expect(first(unit("<target>Hallo</target>"), "")).toEqual({ kind: "one", texts, locale: undefined });
  });
});

describe("a file that is none is refused with the reason", () => {
  const file = (body: string) => `<xliff version="1.2"><file target-language="de"><body>${body}</body></file></xliff>`;
  test.each([
    ["<xliff>\n<file></xliff>", "Line 2: this is not XML."],
    ["hello", "this is not XML"],
    ["<html><body>a</body></html>", "its first element has to be xliff"],
    [file(unit("")), "The file has no translations."],
    [file(unit("<target>a</target>") + unit("<target>b</target>")), "hello has two texts in de."],
    [file(unit("<target>a</target>", "")), "A text has no id."],
    ['<xliff><file target-language="Deutsch!"><body/></file></xliff>', "Deutsch! is no locale"],
    [file(unit(`<target>${"x".repeat(10_001)}</target>`)), "hello in de must be at most 10000 characters."],
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><xliff/>', "declares a document type"],
    [
      file(unit(`<target>${"<g>".repeat(5_000)}a${"</g>".repeat(5_000)}</target>`)),
      "The file has elements in each other, more than 100 deep",
    ],
    [file(unit("<target>a</target>", "__proto__")), "__proto__ in de cannot be a key."],
  ])("%.60s: %s", (content, issue) => {
    expect(issuesOf(content)).toContain(issue);
  });
});

test.each([["<".repeat(100_000)], [`<xliff>${"<a>".repeat(50_000)}`]])("a reason is short: %.12s", (content) => {
  expect(issuesOf(content)).toMatch(/^Line 1: this is not XML\./);
  expect(issuesOf(content).length).toBeLessThan(250);
});

test("a large file is read in linear time", () => {
  const units = (count: number) =>
    Array.from({ length: count }, (_, index) => unit(`<target>Text <ph id="1">{{n}}</ph></target>`, `k${index}`)).join(
      "",
    );
  const started = performance.now();
  expect(first(units(10_000))).toMatchObject({ kind: "several" });
  expect(performance.now() - started).toBeLessThan(5_000);
});
