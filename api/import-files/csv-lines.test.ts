import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DataKind } from "#contract/constants/imports.ts";
import { csvLines } from "./csv-lines.ts";

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(content: string | Buffer, kind: DataKind = "subscribers", size = 1000, charset?: string) {
  const lines = [];
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  for await (const line of csvLines(inChunks(bytes, size), kind, charset)) lines.push(line);
  return lines;
}
const records = async (content: string | Buffer, size?: number) =>
  (await read(content, "subscribers", size)).map(({ record }) => record);
const ada = { subscriberId: "ada", firstName: "Zoë" };
const windows1252 = (text: string) => Buffer.from(text, "latin1");
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16();

describe("a file as programs export it", () => {
  test.each<[string, string | Buffer]>([
    ["with commas", "subscriberId,firstName\nada,Zoë\n"],
    ["with semicolons", "subscriberId;firstName\r\nada;Zoë\r\n"],
    ["with pipes", "subscriberId|firstName\nada|Zoë"],
    ["with tabs, in UTF-16", Buffer.from("\uFEFFsubscriberId\tfirstName\r\nada\tZoë\r\n", "utf16le")],
    ["in UTF-16 of the other order", utf16be("subscriberId\tfirstName\r\nada\tZoë\r\n")],
    ["in UTF-16 without a mark", Buffer.from("subscriberId\tfirstName\r\nada\tZoë\r\n", "utf16le")],
    [
      "in UTF-16 of the other order without a mark",
      Buffer.from("subscriberId,firstName\nada,Zoë\n", "utf16le").swap16(),
    ],
    ["in windows-1252", windows1252("subscriberId;firstName\r\nada;Zoë\r\n")],
    ["with the separator in the first line", "sep=;\r\nsubscriberId;firstName\r\nada;Zoë\r\n"],
    ["with a separator of its own", '\uFEFF"sep=^"\r\nsubscriberId^firstName\r\nada^Zoë\r\n'],
    ["with line ends of old systems", "subscriberId,firstName\rada,Zoë\r"],
    ["with mixed line ends", "subscriberId,firstName\r\n\n\rada,Zoë\r"],
    ["with rows of separators", "\n;;\r\nsubscriberId;firstName;\r\n;;\r\nada;Zoë;\r\n;;;;\r\n"],
    ["with empty columns at the end", "subscriberId,firstName,,\nada,Zoë,,\n"],
    ["with a blank line of one cell before the header", "\n \nsubscriberId;firstName\nada;Zoë\n"],
    ["with an end of file of DOS", "subscriberId,firstName\nada,Zoë\r\n\u001A"],
    ["with NUL at the end of a cell", "subscriberId,firstName\nada\u0000,Zoë\u0000\n"],
    ["with names of columns in another case", "SUBSCRIBER ID, First_Name \nada,Zoë\n"],
    ["with guards of spreadsheets", 'subscriberId,firstName\n="ada",Zoë\n'],
    ["with guards that are quoted", '"subscriberId","firstName"\n"=""ada""","Zoë"\n'],
  ])("%s", async (_how, content) => {
    for (const size of [1, 7, 1000]) expect(await records(content, size)).toEqual([ada]);
  });

  test("that two files were joined to, in other encodings and with other line ends", async () => {
    const joined = Buffer.concat([
      Buffer.from("\uFEFFsubscriberId,firstName\r\nada,Zoë\r\n"),
      Buffer.from('\uFEFF"firstName","subscriberId"\nZoë,bob\n'),
      windows1252("SubscriberId,FirstName\rcarl,Zoë\r"),
    ]);
    const names = (await records(joined, 5)).map((record) => Object.values(record ?? {}).sort());
    expect(names).toEqual([
      ["Zoë", "ada"],
      ["Zoë", "bob"],
      ["Zoë", "carl"],
    ]);
  });

  test("keeps digits that spreadsheets were told to keep, and refuses those that they have rounded", async () => {
    expect(await read('subscriberId;phone\n\'0123;="+491701234567"\nada;4,917E+11\n1.5E+12;\n')).toEqual([
      { line: 2, record: { subscriberId: "0123", phone: "+491701234567" } },
      {
        line: 3,
        problem: { field: "phone", message: expect.stringMatching(/^4,917E\+11 is a number that a spreadsheet/) },
      },
      { line: 4, problem: { field: "subscriberId", message: expect.stringContaining("1.5E+12") } },
    ]);
  });

  test("has lines that are counted as a person does", async () => {
    const lines = await read('sep=,\r\n\r\nsubscriberId,firstName\r\nada,"two\r\nlines"\r\n,,\r\nbob,a,b\n');
    expect(lines.map(({ line }) => line)).toEqual([4, 7]);
    expect(lines[1]?.problem?.message).toContain("3 cells");
  });

  test.each([
    ['subscriberId,firstName\nada,a "b" c\n', "Line 2: a quote stands inside a cell"],
    ['subscriberId,firstName\nada,"b" c\n', "Line 2: something follows a closing quote"],
    ['subscriberId,firstName\nada,"b\n', "a quote is opened and not closed"],
  ])("%j is refused in words", async (content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  test.each([
    ["subscriberId,emial\nada,x\n", 'Line 1: subscribers have no column "emial"'],
    ["\nemail\nx\n", "Line 2: the column subscriberId is missing"],
    ["subscriberId,data,data.a\nx,,\n", "use one or the other"],
    ["subscriberId,Subscriber ID\nx,y\n", "the column subscriberId is there twice"],
  ])("%j is refused for its header", async (content, message) => {
    const fault: unknown = await read(content).catch((error) => error);
    expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).toContain(JSON.stringify(message).slice(1, -1));
  });

  const table = "subscriberId,firstName\r\nada,Zoë\r\n";
  const more = "bob,Bob the builder of houses\r\ncarl,Carl the carpenter of them\r\n";
  const utf16le = (text: string) => Buffer.from(text, "utf16le");
  test.each<[string, Buffer]>([
    ["marked UTF-16 behind UTF-8", Buffer.concat([Buffer.from(table), utf16le(`\uFEFF${more}`)])],
    ["UTF-16 behind UTF-8", Buffer.concat([Buffer.from(table), utf16le(more)])],
    ["UTF-16 of the other order behind UTF-8", Buffer.concat([Buffer.from(table), utf16le(more).swap16()])],
    [
      "marked UTF-16 behind windows-1252 without a line end",
      Buffer.concat([windows1252(table.trim()), utf16le(`\uFEFF${more}`)]),
    ],
    ["UTF-8 behind UTF-16", Buffer.concat([utf16le(`\uFEFF${table}`), Buffer.from(more)])],
    ["UTF-8 behind UTF-16 of the other order", Buffer.concat([utf16be(table), Buffer.from(more)])],
    ["UTF-8 behind unmarked UTF-16", Buffer.concat([utf16le(table), Buffer.from(more)])],
  ])("%s is refused in words", async (_how, bytes) => {
    for (const size of [1, 7, 1000]) {
      await expect(read(bytes, "subscribers", size)).rejects.toThrow(/UTF-16|encoding that is not known/);
    }
  });

  test("in UTF-16 may be of any script", async () => {
    const names = ["上海世博会中国国家馆东方之冠一二三四五六七八九十", "മലയാളം ഊഊഊ", "ਪੰਜਾਬੀ"];
    const text = `subscriberId\tfirstName\r\n${names.map((name, index) => `s${index}\t${name}\r\n`).join("")}`;
    for (const bytes of [utf16le(`\uFEFF${text}`), utf16be(text), Buffer.from(text)]) {
      expect((await records(bytes)).map((record) => record?.firstName)).toEqual(names);
    }
  });

  test("is in the charset of its content type, and in no other", async () => {
    const cyrillic = Buffer.concat([Buffer.from("subscriberId,firstName\nada,"), Buffer.from([0xc0, 0xe4, 0xe0])]);
    expect(await read(cyrillic, "subscribers", 3, "windows-1251")).toMatchObject([{ record: { firstName: "Ада" } }]);
    expect(await read(windows1252(table), "subscribers", 3, "iso-8859-1")).toMatchObject([{ record: ada }]);
    expect(await read(utf16be(table), "subscribers", 3, "utf-16")).toMatchObject([{ record: ada }]);
    await expect(read(windows1252(table), "subscribers", 3, "utf-8")).rejects.toThrow("is not in UTF-8");
    await expect(read(table, "subscribers", 3, "utf-7")).rejects.toThrow("charset utf-7, which is not known");
  });

  test("says of a cell of JSON what it must be", async () => {
    const lines = await read('subscriberId,data\nada,pro\nbob,5\ncarl,"{""a"":1}"\n');
    expect(lines).toEqual([
      { line: 2, problem: { field: "data", message: expect.stringContaining("must be a JSON object, such as") } },
      { line: 3, problem: { field: "data", message: expect.stringContaining("use columns data.<name>") } },
      { line: 4, record: { subscriberId: "carl", data: { a: 1 } } },
    ]);
  });

  test("in an encoding that is not known is refused", async () => {
    await expect(read(Buffer.from([0x73, 0x81, 0x0a]))).rejects.toThrow("in an encoding that is not known");
  });
});

describe("any table comes back as it was", () => {
  /** Cells of Windows' Western letters, with all that has a meaning in some dialect. No two letters that could be one of UTF-8. */
  const cell = fc
    .array(fc.constantFrom(..."ab 0,;\t|\"'=\n".split(""), "\r\n", ..."é€ß".split("").map((letter) => `${letter}a`)), {
      maxLength: 6,
    })
    .map((parts) => `x${parts.join("")}y`);
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 });
  const dialect = fc.record({
    separator: fc.constantFrom(",", ";", "\t", "|"),
    ends: fc.array(fc.constantFrom("\r\n", "\n", "\r"), { minLength: 1, maxLength: 4 }),
    quotesAll: fc.boolean(),
    names: fc.boolean(),
    blank: fc.boolean(),
    marks: fc.boolean(),
    encoding: fc.constantFrom("utf8", "utf16le", "windows-1252", "mixed"),
    size: fc.constantFrom(1, 3, 16, 10_000),
  });
  const cp1252 = (text: string) => Buffer.from(text.replaceAll("€", "\u0080"), "latin1");

  test("in whichever dialect and mixture it is written", async () => {
    await fc.assert(
      fc.asyncProperty(rows, dialect, async (table, form) => {
        const { separator, ends, quotesAll, encoding } = form;
        const quoted = (text: string) =>
          quotesAll || /[,;\t|"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const lines = [["subscriberId", "firstName"], ...table].map((row) => row.map(quoted).join(separator));
        if (form.blank) lines.splice(1, 0, separator, "");
        if (form.names) lines.unshift(`sep=${separator}`);
        const ended = lines.map((line, index) => `${line}${ends[index % ends.length]}`);
        const marked = ended.map((line, index) => (form.marks && index === 0 ? `\uFEFF${line}` : line));
        const bytes = {
          utf8: () => Buffer.from(marked.join("")),
          utf16le: () => Buffer.from(`\uFEFF${ended.join("")}`, "utf16le"),
          "windows-1252": () => cp1252(ended.join("")),
          // Of what follows a line, some lines are in another encoding.
          mixed: () => Buffer.concat(ended.map((line, index) => (index % 2 === 1 ? cp1252(line) : Buffer.from(line)))),
        }[encoding];
        const found = await records(bytes(), form.size);
        expect(found).toEqual(table.map(([subscriberId, firstName]) => ({ subscriberId, firstName })));
      }),
      { numRuns: 300 },
    );
  });
});
