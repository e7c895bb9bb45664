// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SignInForm } from "./sign-in-form.tsx";

afterEach(cleanup);

function fill(email: string, password: string) {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

test("what is missing is said at its field, and nothing is sent", () => {
  const onSignIn = vi.fn();
  render(<SignInForm onSignIn={onSignIn} />);
  fill("ada", "");
  expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
  const note = screen.getByText("Enter your password.");
  expect(screen.getByLabelText("Password").getAttribute("aria-describedby")).toBe(note.id);
  expect(onSignIn).not.toHaveBeenCalled();
});

test("a refusal is read out and keeps what was typed", async () => {
  render(<SignInForm onSignIn={() => Promise.reject(new Error("Incorrect email or password provided."))} />);
  fill("ada@example.com", "wrong");
  expect((await screen.findByRole("alert")).textContent).toBe("Incorrect email or password provided.");
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ada@example.com");
});
