// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { useKeptFocus } from "./use-kept-focus.ts";

afterEach(cleanup);

function Screen({ rows }: { rows: readonly string[] }) {
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <main ref={main} tabIndex={-1}>
      {rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <input type="checkbox" aria-label={`Select ${row}`} />
              <a href={`#${row}`} data-row>
                {row}
              </a>
              <button type="button">{`Actions of ${row}`}</button>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

test("the focus in a row that is removed goes to the next row, from the last one to the one before, and at the end to the screen", async () => {
  const { rerender } = render(<Screen rows={["first", "second", "third"]} />);
  const focus = (name: string) => act(async () => screen.getByRole("button", { name }).focus());
  const show = (...rows: string[]) => act(async () => rerender(<Screen rows={rows} />));
  await focus("Actions of second");
  await show("first", "third");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("third"));
  await focus("Actions of third");
  await show("first");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("first"));
  await show();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

test("nothing takes the focus when a row goes that did not have it", async () => {
  const { rerender } = render(<Screen rows={["first", "second"]} />);
  const button = screen.getByRole("button", { name: "Actions of first" });
  await act(async () => button.focus());
  await act(async () => button.blur());
  await act(async () => rerender(<Screen rows={["second"]} />));
  for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(document.activeElement).toBe(document.body);
});
