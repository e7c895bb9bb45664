import { expect, test } from "vitest";
import { jsonLines, ndjsonLines } from "./json-lines.ts";

async function* inBytes(bytes: Buffer): AsyncGenerator<Buffer> {
  for (const byte of bytes) yield Buffer.from([byte]);
}
async function recordsOf(lines: AsyncIterable<{ record?: object | undefined }>) {
  const records = [];
  for await (const { record } of lines) records.push(record);
  return records;
}

const ada = { subscriberId: "ada", firstName: "Zoë" };
const text = JSON.stringify(ada);

test.each<[string, Buffer, string | undefined]>([
  ["in UTF-8", Buffer.from(`[${text}]`), undefined],
  ["behind a byte order mark", Buffer.from(`\uFEFF[${text}]`), undefined],
  ["in UTF-16", Buffer.from(`\uFEFF[${text}]`, "utf16le"), undefined],
  ["in UTF-16 without a mark, of the other order", Buffer.from(`[${text}]`, "utf16le").swap16(), undefined],
  ["in the charset of its content type", Buffer.from(`[${text}]`, "latin1"), "iso-8859-1"],
])("an array of JSON is read %s, and so are its objects alone", async (_how, bytes, charset) => {
  expect(await recordsOf(jsonLines(inBytes(bytes), charset))).toEqual([ada]);
  expect(await recordsOf(ndjsonLines(inBytes(Buffer.from(`${text}\n`)), undefined))).toEqual([ada]);
});

test("bytes that are not in the charset are refused, and never replaced", async () => {
  const bytes = Buffer.from(`[${text}]`, "latin1");
  await expect(recordsOf(jsonLines(inBytes(bytes)))).rejects.toThrow("The file is not in UTF-8");
  await expect(recordsOf(ndjsonLines(inBytes(Buffer.from(text, "latin1")), "utf-8"))).rejects.toThrow("not in UTF-8");
});
