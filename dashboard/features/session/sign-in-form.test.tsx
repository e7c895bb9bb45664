// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { BelfryError } from "#client/client.ts";
import { createQueryClient } from "#dashboard/data/query-client.ts";
import { SignInForm } from "./sign-in-form.tsx";

afterEach(cleanup);

function renderForm(onSignIn: (credentials: unknown) => Promise<void>) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SignInForm onSignIn={onSignIn} />
    </QueryClientProvider>,
  );
}

function fill(email: string, password: string) {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

const describedBy = (label: string) =>
  document.getElementById(screen.getByLabelText(label).getAttribute("aria-describedby") ?? "")?.textContent;

test("a wrong value is reported at its field by the contract's text, and nothing is sent", async () => {
  const onSignIn = vi.fn();
  renderForm(onSignIn);
  fill("ada", "");
  await waitFor(() => expect(describedBy("Email")).toBe("Email must be an email"));
  expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
  expect(describedBy("Password")).toBe("Password should not be empty");
  expect(onSignIn).not.toHaveBeenCalled();
});

test("an address with blanks and capitals is sent normalised", async () => {
  const onSignIn = vi.fn((_credentials: unknown) => Promise.resolve());
  renderForm(onSignIn);
  fill(" Ada@Example.com ", "secret");
  await waitFor(() => expect(onSignIn).toHaveBeenCalledOnce());
  expect(onSignIn.mock.calls[0]?.[0]).toEqual({ email: "ada@example.com", password: "secret" });
});

test("a refusal is announced and keeps what was typed", async () => {
  renderForm(() => Promise.reject(new Error("Incorrect email or password provided.")));
  fill("ada@example.com", "wrong");
  expect((await screen.findByRole("alert")).textContent).toBe("Incorrect email or password provided.");
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ada@example.com");
});

test("an issue of the server is shown at the field that it names", async () => {
  renderForm(() => Promise.reject(new BelfryError(400, "email is not confirmed")));
  fill("ada@example.com", "secret");
  await waitFor(() => expect(describedBy("Email")).toBe("Email is not confirmed"));
  expect(screen.queryByRole("alert")).toBeNull();
});
