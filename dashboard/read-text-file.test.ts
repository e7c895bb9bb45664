import { expect, test } from "vitest";
import { readTextFile } from "./read-text-file.ts";

test("a file is read as UTF-8 or UTF-16, and another one is refused", async () => {
  const read = (text: string, encoding: BufferEncoding) =>
    readTextFile(new File([new Uint8Array(Buffer.from(text, encoding))], "texts.csv"));
  expect(await read("\ufeffZürich", "utf8")).toEqual({ text: "Zürich" });
  expect(await read("\ufeffZürich", "utf16le")).toEqual({ text: "Zürich" });
  expect(await read("Zürich", "latin1")).toEqual({
    issue: "texts.csv is not in UTF-8: save it in UTF-8, and choose it again.",
  });
});

test("an XML file is read in the encoding that it declares, and in no other", async () => {
  const read = (encoding: string, bytes: BufferEncoding, text = "Zürich") => {
    const xml = `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;
    return readTextFile(new File([new Uint8Array(Buffer.from(xml, bytes))], "texts.xlf"));
  };
  expect(await read("ISO-8859-1", "latin1")).toMatchObject({ text: expect.stringContaining("Zürich") });
  expect(await read("UTF-8", "utf8")).toMatchObject({ text: expect.stringContaining("Zürich") });
  expect(await read("UTF-16", "utf16le")).toMatchObject({ text: expect.stringContaining("Zürich") });
  expect(await read("UTF-8", "latin1")).toEqual({ issue: expect.stringContaining("is not in UTF-8") });
  expect(await read("EBCDIC", "latin1")).toEqual({ issue: expect.stringContaining("encoding that is not known") });
});
