// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useHeldRows } from "./use-held-rows.ts";

const rows = (...ids: string[]) => ids.map((_id) => ({ _id, state: "running" }));

function hold(initial: ReturnType<typeof rows>) {
  return renderHook(
    ({ current, list, isPlaceholder }) => {
      const held = useHeldRows(current, { list, isPlaceholder });
      return { ...held, ids: held.rows.map((row) => row._id) };
    },
    { initialProps: { current: initial, list: "first", isPlaceholder: false } },
  );
}

test("new rows wait until they are asked for, while those on screen are renewed in place", () => {
  const { result, rerender } = hold(rows("b", "a"));
  const current = [...rows("d", "c"), { _id: "b", state: "completed" }];
  rerender({ current, list: "first", isPlaceholder: false });
  expect(result.current.rows.map((row) => `${row._id} ${row.state}`)).toEqual(["b completed", "a running"]);
  expect(result.current.newCount).toBe(2);

  act(() => result.current.showNew());
  expect(result.current.ids).toEqual(["d", "c", "b"]);
  expect(result.current.newCount).toBe(0);
});

test("an empty list takes the first rows at once", () => {
  const { result, rerender } = hold([]);
  rerender({ current: rows("a"), list: "first", isPlaceholder: false });
  expect(result.current.ids).toEqual(["a"]);
  rerender({ current: rows("b", "a"), list: "first", isPlaceholder: false });
  expect(result.current.ids).toEqual(["a"]);
});

test("another list keeps the rows on screen until its own are read, and then shows those", () => {
  const { result, rerender } = hold(rows("b", "a"));
  rerender({ current: rows("b", "a"), list: "second", isPlaceholder: true });
  expect(result.current.ids).toEqual(["b", "a"]);
  rerender({ current: rows("z"), list: "second", isPlaceholder: false });
  expect(result.current.ids).toEqual(["z"]);
  expect(result.current.newCount).toBe(0);
});
