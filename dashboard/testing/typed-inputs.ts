import { fireEvent, screen } from "@testing-library/react";
import { WORKFLOW_FILE_FORMAT, WORKFLOW_FILE_VERSION } from "#contract/workflows/workflow-file.ts";
import { definitionOf } from "../features/workflows/file/copy-workflow.ts";
import { aWorkflow } from "./fixtures.ts";
import { handlersOf } from "./screens.ts";
import { cellOf, data, press, type TestWrite, type } from "./test-write.ts";
import { aListedWorkflow, aWorkflowV2, listOf, opened } from "./workflow-v2.ts";
import { WRITES } from "./writes.ts";

/** Something that a member has begun to fill. */
export interface TypedInput {
  name: string;
  address: string;
  handlers?: TestWrite["handlers"];
  /** Nobody with an organisation gets to it. */
  withoutOrganization?: boolean;
  fill: () => Promise<unknown>;
  /** The fields that were filled, by their labels. */
  typed: Record<string, string>;
  /** Saves it, and waits until that is done. */
  save?: () => Promise<unknown>;
  /** Ends it without saving. */
  cancel?: () => unknown;
}

const close = () => press("Close");

/** The ways out of forms that have one, by the names of their changes. */
const CANCELS: Record<string, () => unknown> = {
  "creating a layout": close,
  "creating a translation group": close,
  "creating an API key": close,
  "renaming an API key": close,
  "inviting a member in the settings": close,
  "creating a role": close,
  "changing a role": close,
  "adding a locale": close,
  "changing a text": () => press("Cancel"),
  "setting the controls of a step of code": () => press("Cancel"),
  "creating a blank workflow": async () => {
    fireEvent.click(screen.getByRole("link", { name: "Cancel" }));
    await press("Leave");
  },
};

/** Editors keep drafts instead, and a test saves nothing of its form. */
const NOT_SAVED = ["saving a workflow that is edited", "saving a layout that is edited", "testing credentials"];

function inputOf(write: TestWrite): TypedInput[] {
  const { name, address, call, answer, token, fill, send, done, kept } = write;
  if (token === null || !fill || !kept || NOT_SAVED.includes(name)) return [];
  const cancel = CANCELS[name];
  return [
    {
      name,
      address,
      handlers: { ...write.handlers, [call]: answer },
      withoutOrganization: address === "/auth/organisation",
      fill,
      typed: Object.fromEntries(Object.entries(kept).filter(([label]) => !write.secrets?.includes(label))),
      save: async () => {
        await send();
        await done();
      },
      ...(cancel && { cancel }),
    },
  ];
}

const workflow = aWorkflow({ name: "Parcel sent" });
const listed = aListedWorkflow({ _id: workflow._id, name: workflow.name });
const made = aWorkflowV2({ _id: workflow._id, name: "Parcel sent" });
const LIST = { ...handlersOf("/workflows"), "GET /v2/workflows": () => listOf(listed), ...opened(workflow) };
const pageOf = () => ({ body: { data: [], page: 0, pageSize: 25, totalCount: 0, hasMore: false } });

async function chooseFile() {
  await press("Import");
  const workflows = [definitionOf(made)];
  const text = JSON.stringify({ format: WORKFLOW_FILE_FORMAT, version: WORKFLOW_FILE_VERSION, workflows });
  const files = [new File([text], "workflows.json", { type: "application/json" })];
  fireEvent.change(await screen.findByLabelText("File of workflows"), { target: { files } });
}

/** Everything that a member types and does not save by that. */
export const TYPED_INPUTS: readonly TypedInput[] = [
  ...WRITES.flatMap(inputOf),
  {
    name: "a new key, which is stored with its first text",
    address: "/translations/shop",
    handlers: handlersOf("/translations/shop"),
    fill: async () => {
      await press("Add key");
      await type("Key", "order.sent");
    },
    typed: { Key: "order.sent" },
    cancel: close,
  },
  {
    name: "the first text of a new key",
    address: "/translations/shop",
    handlers: handlersOf("/translations/shop"),
    fill: async () => {
      await press("Add key");
      await type("Key", "order.sent");
      await press("Add");
      await press(cellOf("order.sent in de"));
      await type("order.sent in de", "Versandt");
    },
    typed: { "order.sent in de": "Versandt" },
  },
  {
    name: "the choices of an import",
    address: "/workflows",
    handlers: {
      ...LIST,
      "GET /search": data([{ kind: "workflow", _id: workflow._id, workflowId: made.workflowId }]),
      [`GET /v2/workflows/${made.workflowId}`]: data(made),
    },
    fill: async () => {
      await chooseFile();
      await type("New identifier of Parcel sent", "parcel-again");
    },
    typed: { "New identifier of Parcel sent": "parcel-again" },
    cancel: close,
  },
  {
    name: "tags to add to several workflows",
    address: "/workflows",
    handlers: LIST,
    fill: async () => {
      fireEvent.click(await screen.findByRole("checkbox", { name: "Select Parcel sent" }));
      await press("Add tags");
      await type("Tags to add", "half a t");
    },
    typed: { "Tags to add": "half a t" },
  },
  {
    name: "a filter that is not applied yet",
    address: "/activity/messages",
    handlers: { "GET /messages": pageOf },
    fill: () => type("Transaction id", "order-1"),
    typed: { "Transaction id": "order-1" },
  },
  {
    name: "a payload schema that is no JSON yet",
    address: `/workflows/${workflow._id}`,
    handlers: opened(workflow),
    fill: async () => {
      await press("Details");
      await type("Payload schema", '{"type": ');
    },
    typed: { "Payload schema": '{"type": ' },
    cancel: close,
  },
];
