import { fireEvent, screen } from "@testing-library/react";
import { aLayoutV2, aListedLayout, LAYOUT_ID, layoutsOf, openedLayout } from "./layouts.ts";
import { data, heading, press, type TestWrite, type } from "./test-write.ts";

const layout = aLayoutV2();
const OPENED = openedLayout();
const LIST = { "GET /v2/layouts": () => layoutsOf(aListedLayout()), ...OPENED };
const done = () => ({ status: 204, body: null });

/** Chooses an action of the row of the layout. */
const choose = async (action: string) => {
  await press("Actions of Plain");
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
};

/** Changes of layouts. */
export const LAYOUT_WRITES: readonly TestWrite[] = [
  {
    name: "creating a layout",
    write: "v2.layouts.create",
    address: "/layouts",
    handlers: LIST,
    call: "POST /v2/layouts",
    answer: data(layout, 201),
    fill: async () => {
      await press("Create layout");
      await type("Name", "Plain");
      await type("Description", "For receipts");
    },
    send: () => press("Create"),
    field: { label: "Identifier", path: "layoutId" },
    kept: { Name: "Plain", Description: "For receipts" },
    done: () => heading("Plain"),
  },
  {
    name: "duplicating a layout",
    write: "v2.layouts.duplicate",
    address: "/layouts",
    handlers: LIST,
    call: `POST /v2/layouts/${LAYOUT_ID}/duplicate`,
    answer: data({ ...layout, name: "Plain copy" }, 201),
    send: () => choose("Duplicate"),
    done: () => heading("Plain"),
  },
  {
    name: "making a layout the default",
    write: "layouts.setDefault",
    address: "/layouts",
    handlers: LIST,
    call: `POST /layouts/${LAYOUT_ID}/default`,
    answer: done,
    send: () => choose("Make default"),
    done: () => screen.findByText("Plain is the default layout"),
  },
  {
    name: "deleting a layout",
    write: "v2.layouts.delete",
    address: "/layouts",
    handlers: LIST,
    call: `DELETE /v2/layouts/${LAYOUT_ID}`,
    answer: done,
    fill: () => choose("Delete"),
    send: () => press("Delete layout"),
    done: () => screen.findByText("Plain deleted"),
  },
  {
    name: "saving a layout that is edited",
    write: "v2.layouts.update",
    address: `/layouts/${LAYOUT_ID}`,
    handlers: OPENED,
    call: `PUT /v2/layouts/${LAYOUT_ID}`,
    answer: data({ ...layout, name: "Frame", revision: 2, updatedAt: "2026-01-05T10:00:00.000Z" }),
    // It is saved by itself the first time.
    send: async () => {
      const again = screen.queryByText("Save now");
      if (again) {
        fireEvent.click(again);
        return;
      }
      await press("Details");
      await type("Name", "Frame");
    },
    kept: { Name: "Frame" },
    // Both versions are offered.
    except: ["409"],
    once: true,
    done: () => screen.findByText(/^Saved /),
  },
];
