import { fireEvent, screen } from "@testing-library/react";
import { handlersOf } from "./screens.ts";
import { data, gone, press, type TestWrite, type } from "./test-write.ts";

const GROUP = { address: "/translations/shop", handlers: handlersOf("/translations/shop") };
const GROUP_WITH_LIST = { ...GROUP, handlers: { ...GROUP.handlers, ...handlersOf("/translations") } };

const done = () => ({ status: 204, body: null });

/** Chooses an action of the group, or of a locale. */
const choose = async (name: string, action: RegExp) => {
  await press(`Actions of ${name}`);
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
};

/** Changes of translation groups as a whole, and of their locales. */
export const TRANSLATION_WRITES: readonly TestWrite[] = [
  {
    name: "renaming a translation group",
    write: "translations.updateGroup",
    ...GROUP,
    call: "PATCH /translations/shop",
    answer: data({ name: "Store", identifier: "shop" }),
    fill: async () => {
      await choose("Shop", /Rename/);
      await type("Name", "Store");
    },
    send: () => press("Save"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Store" },
    done: () => gone(() => screen.queryByLabelText("Name")),
  },
  {
    name: "deleting a translation group",
    write: "translations.deleteGroup",
    ...GROUP_WITH_LIST,
    call: "DELETE /translations/shop",
    answer: done,
    fill: async () => {
      await choose("Shop", /Delete/);
      await screen.findByText(/in 2 locales are deleted/);
    },
    send: () => press("Delete group"),
    done: () => screen.findByText("Shop was deleted"),
  },
  {
    name: "deleting a locale",
    write: "translations.delete",
    ...GROUP,
    call: "DELETE /translations/shop/locales/de",
    answer: done,
    fill: async () => {
      await choose("de", /Delete/);
      await screen.findByText(/Its subscribers get the texts in en/);
    },
    send: () => press("Delete locale"),
    done: () => screen.findByText("de was deleted"),
  },
];
