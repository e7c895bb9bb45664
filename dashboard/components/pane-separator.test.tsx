// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PaneSeparator } from "./pane-separator.tsx";

afterEach(cleanup);

function show(side: "start" | "end") {
  const onChange = vi.fn<(width: number) => void>();
  const onReset = vi.fn<() => void>();
  render(
    <PaneSeparator label="Width" width={300} min={200} max={310} side={side} onChange={onChange} onReset={onReset} />,
  );
  return { onChange, onReset, separator: screen.getByRole("separator", { name: "Width" }) };
}

test("arrow keys resize the pane outwards, within its limits, and Home and End go to these", () => {
  const { onChange, separator } = show("end");
  for (const key of ["ArrowLeft", "ArrowRight", "Home", "End", "x"]) fireEvent.keyDown(separator, { key });
  expect(onChange.mock.calls).toEqual([[276], [310], [200], [310]]);
});

test("a separator before its pane makes it wider to the left", () => {
  const { onChange, separator } = show("start");
  fireEvent.keyDown(separator, { key: "ArrowRight" });
  expect(onChange).toHaveBeenCalledWith(276);
});

test("a double click gives the pane its first width", () => {
  const { onReset, separator } = show("end");
  fireEvent.doubleClick(separator);
  expect(onReset).toHaveBeenCalledOnce();
});
