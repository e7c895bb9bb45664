// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { exposedTexts } from "../testing/exposed-texts.ts";
import { translatePage } from "../testing/translate-page.ts";

afterEach(cleanup);

const Pill = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <i>
    {icon}
    {children}
  </i>
);

let change: (to: { icon: boolean; count: number; note: boolean }) => void;

function Changing() {
  const [{ icon, count, note }, set] = useState({ icon: false, count: 1, note: true });
  change = set;
  return (
    <div>
      <p>
        {icon && <b>!</b>} Saved {count} times {note && "with a note"} <b>here</b>
      </p>
      <Pill icon={icon && <b>!</b>}>{count === 1 ? "Active" : "Inactive"}</Pill>
      {note ? <>Noted</> : "Not noted"}
      {note && "Once"}
      <ul>{["One", count, <li key="last">Last</li>]}</ul>
    </div>
  );
}

test("what a translator has replaced changes, comes and goes with its surroundings", () => {
  const { container } = render(<Changing />);
  const stop = translatePage();
  expect(container.textContent).toBe("[ Saved 1 times with a note ][here][Active][Noted][Once][One1][Last]");
  act(() => change({ icon: true, count: 2, note: false }));
  stop();
  expect(container.textContent).toBe("[!][ Saved 2 times  ][here][!][Inactive][Not noted][One2][Last]");
});

test("React holds no text beside other nodes, and blank texts stay as they are", () => {
  const { container } = render(<Changing />);
  expect(exposedTexts()).toEqual([]);
  expect(container.querySelector("p")?.innerHTML).toBe("<span> Saved 1 times with a note </span><b>here</b>");
});
