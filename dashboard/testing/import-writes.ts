import { fireEvent, screen } from "@testing-library/react";
import { aFile, anImport, aRunningImport, chooseFile, IMPORT_ID, SOME_PROBLEMS } from "./imports.ts";
import { handlersOf } from "./screens.ts";
import { data, gone, press, type TestWrite } from "./test-write.ts";

const checked = anImport({ dryRun: true });

/** Imports and exports. */
export const IMPORT_WRITES: readonly TestWrite[] = [
  {
    name: "checking a file",
    write: "imports.create",
    address: "/imports/new",
    handlers: { [`GET /imports/${IMPORT_ID}`]: data(checked), [`GET /imports/${IMPORT_ID}/problems`]: SOME_PROBLEMS },
    call: "POST /imports",
    answer: data(checked, 201),
    fill: () => chooseFile(aFile()),
    send: () => press("Check the file"),
    done: () => screen.findByRole("button", { name: "Import 960 subscribers" }),
  },
  {
    name: "cancelling an import",
    write: "imports.cancel",
    address: `/imports/${IMPORT_ID}`,
    handlers: { [`GET /imports/${IMPORT_ID}`]: data(aRunningImport()) },
    call: `POST /imports/${IMPORT_ID}/cancel`,
    answer: data(anImport({ state: "canceled" })),
    fill: () => press("Cancel …"),
    send: () => press("Cancel import"),
    done: () => gone(() => screen.queryByRole("alertdialog")),
  },
  {
    name: "exporting a list",
    write: "exports.get",
    address: "/topics",
    handlers: handlersOf("/topics"),
    call: "GET /exports/topics",
    answer: () => ({ body: "topicKey" }),
    send: async () => {
      await press("Import / export");
      fireEvent.click(await screen.findByRole("menuitem", { name: "Export topics and members as CSV" }));
    },
    done: () => screen.findByRole("button", { name: "Import / export" }),
  },
];
