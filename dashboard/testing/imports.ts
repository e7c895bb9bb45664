import { fireEvent, screen } from "@testing-library/react";
import type { Import } from "#contract/imports.ts";
import type { Handler } from "./fake-server.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";

export const IMPORT_ID = "00000000-0000-4000-8000-0000000000e1";

/** An import of subscribers that has ended, of which two lines have problems. */
export const anImport = (more: Partial<Import> = {}): Import => ({
  _id: IMPORT_ID,
  id: IMPORT_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  kind: "subscribers",
  format: "csv",
  dryRun: false,
  state: "completed",
  total: 1_002,
  done: 1_002,
  created: 900,
  updated: 60,
  unchanged: 40,
  failed: 2,
  createdAt: "2026-01-05T10:00:00.000Z",
  finishedAt: "2026-01-05T10:01:00.000Z",
  ...more,
});

export const aRunningImport = (more: Partial<Import> = {}): Import => {
  const { finishedAt: _finishedAt, ...running } = anImport({
    state: "running",
    done: 300,
    created: 300,
    updated: 0,
    unchanged: 0,
    failed: 0,
  });
  return { ...running, ...more };
};

export const SOME_PROBLEMS: Handler = () => ({
  body: {
    data: [
      { line: 14, field: "email", message: "must be an email" },
      { line: 2_207, message: "The line has 5 cells and the header 4: quote cells that contain a separator" },
    ],
    hasMore: false,
    next: null,
  },
});

/** A CSV file whose columns have the names of another program. */
export const aFile = (): File =>
  new File(["Customer ID;E-Mail;Company name;Notes\r\nada;ada@example.com;Acme;x\r\n"], "people.csv", {
    type: "text/csv",
  });

export const chooseFile = async (file: File, label = "File of subscribers") =>
  fireEvent.change(await screen.findByLabelText(label), { target: { files: [file] } });
