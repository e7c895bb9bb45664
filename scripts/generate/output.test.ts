import { expect, test } from "vitest";
import { documentPart, tableOf } from "./output.ts";

const part = documentPart("docs/a.md", "code", () => tableOf([["name"], ["new"]]));
const begin = "<!-- Made by npm run generate from code -->";
const end = "<!-- End of what npm run generate makes -->";

test("what stands before and after a generated part stays", () => {
  const document = `# A\n\n${begin}\n\n| name |\n| --- |\n| old |\n\n${end}\n\nText.\n`;
  expect(part.content(document)).toBe(document.replace("old", "new"));
});

test("a document without the lines around its generated part is refused", () => {
  expect(() => part.content(`# A\n\n${end}\n`)).toThrow(`docs/a.md lacks the lines "${begin}" and "${end}"`);
  expect(() => part.content(`# A\n\n${begin}\n`)).toThrow("put them back");
});
