import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { OperationName } from "#dashboard/data/operations.ts";
import type { Handler } from "./fake-server.ts";

/** A change that a member makes on a screen. */
export interface TestWrite {
  name: string;
  /** The name of its operation, for those that are writes of the environment. */
  write?: OperationName;
  address: string;
  /** Null for somebody who is not signed in. */
  token?: null;
  handlers?: Record<string, Handler>;
  /** The call that makes it, as a key of handlers, and its answer. */
  call: string;
  answer: Handler;
  /** Opens what it is made in, and fills it. */
  fill?: () => Promise<unknown>;
  /** Asks for it; called again after a failure. */
  send: () => Promise<unknown> | unknown;
  /** The label of a field that the server may refuse, and its path in the call. */
  field?: { label: string; path: string };
  /** The texts of fields that stay after a failure. */
  kept?: Record<string, string>;
  /** Labels of secrets, which are not there any more once the page was loaded again. */
  secrets?: readonly string[];
  /** Faults that are something else here, and shown in another way. */
  except?: readonly string[];
  /** Asking for it a second time asks for something else, or is not possible at all. */
  once?: true;
  /** Waits for the screen that shows that it is made. */
  done: () => unknown;
}

/** An answer with data. */
export const data =
  (body: unknown, status = 200): Handler =>
  () => ({ status, body: { data: body } });

/** Types into a field. */
export const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
/** Presses a button. */
export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole("button", { name, hidden: true }));
/** The name of a button that shows a text of a translation group, before which it has the text. */
export const cellOf = (keyAndLocale: string): RegExp => new RegExp(`, ${keyAndLocale.replaceAll(".", "\\.")}$`);
/** Waits until a field that fills by itself has the text. */
export const filled = async (label: string, text: string) => {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await waitFor(() => {
    if (field.value !== text) throw new Error(`${label} is ${field.value}`);
  });
};
/** Waits until something is not there any more. */
export const gone = (find: () => Element | null) =>
  waitFor(() => {
    if (find()) throw new Error("It is still there");
  });
/** Waits for the screen with the heading. */
export const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name, hidden: true });
/** Opens the menu of a row, and chooses in it. */
export async function choose(of: string, item: string) {
  const button = await screen.findByRole("button", { name: `Actions of ${of}` });
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}
