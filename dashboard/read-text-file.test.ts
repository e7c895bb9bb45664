import { expect, test } from "vitest";
import { readTextFile } from "./read-text-file.ts";

test("a file is read as UTF-8 or UTF-16, and another one is refused", async () => {
  const read = (text: string, encoding: BufferEncoding) =>
    readTextFile(new File([new Uint8Array(Buffer.from(text, encoding))], "texts.csv"));
  expect(await read("\ufeffZürich", "utf8")).toEqual({ text: "Zürich" });
  expect(await read("\ufeffZürich", "utf16le")).toEqual({ text: "Zürich" });
  expect(await read("Zürich", "latin1")).toEqual({
    issue: "texts.csv is not in UTF-8: save it with that encoding, and choose it again.",
  });
});
