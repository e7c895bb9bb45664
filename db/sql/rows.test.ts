import { expect, test } from "vitest";
import { columnsOf } from "./rows.ts";

interface Send {
  id: string;
  sentAt: Date | null;
  attempts: number;
  isLast?: boolean;
  body: unknown;
  subject?: string;
}

test("rows become a list for each column, in the order in which the statement names them", () => {
  const columns = columnsOf<Send>(
    "s",
    { id: "uuid", sentAt: "timestamptz", attempts: "int", isLast: "boolean", body: "jsonb", subject: "storable" },
    { place: ["int", (_, place) => place] },
  );
  expect(columns.texts.join("?")).toBe(
    'unnest(?::uuid[], ?::text[]::timestamptz[], ?::int[], ?::text[]::boolean[], ?::text[], ?::text[], ?::int[]) as s ("id", "sent_at", "attempts", "is_last", "body", "subject", "place")',
  );
  const rows: Send[] = [
    { id: "a", sentAt: new Date(0), attempts: 1, isLast: true, body: { text: "\0x" }, subject: "A\0B" },
    { id: "b", sentAt: null, attempts: 0, isLast: false, body: undefined },
    { id: "c", sentAt: null, attempts: 2, body: null },
  ];
  expect(columns.lists(rows)).toEqual([
    ["a", "b", "c"],
    ["1970-01-01T00:00:00.000Z", null, null],
    [1, 0, 2],
    ["t", "f", null],
    ['{"text":"x"}', null, null],
    ["AB", null, null],
    [0, 1, 2],
  ]);
  expect(columns.lists([])).toEqual([[], [], [], [], [], [], []]);
});

test("a column whose type does not take the values of its field does not compile", () => {
  // @ts-expect-error A number is no uuid.
  columnsOf<Send>("s", { attempts: "uuid" });
  // @ts-expect-error A text is no number.
  columnsOf<Send>("s", { id: "int" });
  // @ts-expect-error No row has the field.
  columnsOf<Send>("s", { sentBy: "uuid" });
  // @ts-expect-error What is calculated is a text.
  columnsOf<Send>("s", {}, { size: ["int", ({ id }) => id] });
});
