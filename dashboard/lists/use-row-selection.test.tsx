// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useRowSelection } from "./use-row-selection.ts";

function select(...ids: string[]) {
  const hook = renderHook((current) => useRowSelection(current), { initialProps: ids });
  return { ...hook, toggle: (id: string, range = false) => act(() => hook.result.current.toggle(id, range)) };
}

test("a range gets the new state of its end, in either direction", () => {
  const { result, toggle } = select("a", "b", "c", "d", "e");
  toggle("d");
  toggle("b", true);
  expect(result.current.selected).toEqual(["b", "c", "d"]);
  toggle("c", true);
  expect(result.current.selected).toEqual(["d"]);
});

test("a range without a beginning is its end alone", () => {
  const { result, toggle, rerender } = select("a", "b", "c");
  toggle("b", true);
  expect(result.current.selected).toEqual(["b"]);
  rerender(["x", "y", "z"]);
  toggle("z", true);
  expect(result.current.selected).toEqual(["z"]);
});

test("all rows of the page are selected, and none when all are", () => {
  const { result, toggle } = select("a", "b");
  toggle("a");
  act(() => result.current.toggleAll());
  expect(result.current.selected).toEqual(["a", "b"]);
  act(() => result.current.toggleAll());
  expect(result.current.selected).toEqual([]);
});

test("a row that leaves the page is not selected any more, also when it comes back after a change", () => {
  const { result, toggle, rerender } = select("a", "b");
  toggle("a");
  rerender(["b", "c"]);
  expect(result.current.selected).toEqual([]);
  toggle("b");
  rerender(["a", "b"]);
  expect(result.current.selected).toEqual(["b"]);
});
