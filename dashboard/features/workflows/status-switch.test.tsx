// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Toaster } from "../../components/toast.tsx";
import { StatusSwitch } from "./status-switch.tsx";

afterEach(cleanup);

const checked = () => screen.getByRole("switch", { name: "Workflow status" }).getAttribute("aria-checked");

test("the switch moves at once and goes back with the reason when the server refuses", async () => {
  let refuse: (reason: Error) => void = () => undefined;
  render(
    <>
      <StatusSwitch
        name="Welcome"
        active={false}
        readOnly={false}
        onChange={() =>
          new Promise((_, reject) => {
            refuse = reject;
          })
        }
      />
      <Toaster />
    </>,
  );
  fireEvent.click(screen.getByRole("switch"));
  await waitFor(() => expect(checked()).toBe("true"));
  refuse(new Error("Only in Development."));
  await screen.findByText("Welcome stays inactive. Only in Development.");
  await waitFor(() => expect(checked()).toBe("false"));
});

test("in Production the switch cannot be moved", () => {
  render(<StatusSwitch name="Welcome" active readOnly onChange={() => Promise.reject(new Error("never called"))} />);
  expect(screen.getByRole("switch").hasAttribute("disabled")).toBe(true);
});
