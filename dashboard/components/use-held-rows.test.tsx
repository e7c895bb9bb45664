// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useHeldRows } from "./use-held-rows.ts";

const rows = (...ids: string[]) => ids.map((_id) => ({ _id, state: "running" }));

test("new rows wait until they are asked for, while known ones are renewed in place", () => {
  const loaded = rows("b", "a");
  const { result, rerender } = renderHook(({ current }) => useHeldRows(loaded, current), {
    initialProps: { current: loaded },
  });
  rerender({ current: [...rows("d", "c"), { _id: "b", state: "completed" }] });
  expect(result.current.rows.map((row) => `${row._id} ${row.state}`)).toEqual(["b completed", "a running"]);
  expect(result.current.fresh).toBe(2);

  act(() => result.current.release());
  expect(result.current.rows.map((row) => row._id)).toEqual(["d", "c", "b"]);
  expect(result.current.fresh).toBe(0);
});

test("an empty list takes the first rows at once", () => {
  const loaded = rows();
  const { result } = renderHook(() => useHeldRows(loaded, rows("a")));
  expect(result.current.rows.map((row) => row._id)).toEqual(["a"]);
});
