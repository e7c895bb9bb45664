import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { HTTP_METHODS } from "#contract/constants/values/http.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { JsonValueField } from "#dashboard/components/controls/json-value-field.tsx";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";
import { Conditions } from "../conditions/conditions.tsx";
import { branchId } from "../new-step.ts";
import { TemplateField } from "../template-field.tsx";
import { numberOf, type StepForm, textOf } from "../use-step-form.ts";
import { TextField } from "./message-form.tsx";
import { WorkflowField } from "./workflow-field.tsx";

/** The branches of a branch step, in the order in which they are tried. */
export function BranchForm({ form }: { form: StepForm }) {
  const { set, readOnly } = form;
  const branches = branchesOf(form);
  return (
    <>
      <ol aria-label="Branches" className="flex flex-col gap-3">
        {branches.map(({ branchId }, index) => (
          <Branch key={textOf(branchId)} form={form} index={index} />
        ))}
      </ol>
      {!readOnly && (
        <Button
          className="self-start"
          onClick={() => {
            const name = `Branch ${String.fromCharCode(65 + branches.length)}`;
            set({ branches: [...branches, { branchId: branchId(), name, filters: [] }] });
          }}
        >
          <Plus className="size-4" aria-hidden="true" /> Add branch
        </Button>
      )}
      <p className="text-muted">Takes the first branch with conditions that pass, or the default branch.</p>
    </>
  );
}

const branchesOf = ({ values }: StepForm) =>
  (Array.isArray(values.branches) ? values.branches : []).filter(isJsonObject);

function Branch({ form, index }: { form: StepForm; index: number }) {
  const { set, readOnly } = form;
  const branches = branchesOf(form);
  const branch = branches[index] ?? {};
  const name = textOf(branch.name) || `Branch ${index + 1}`;
  const change = (changes: object) => set({ branches: branches.with(index, { ...branch, ...changes }) });
  const remove = () => set({ branches: branches.toSpliced(index, 1) });
  const moveTo = (place: number) => set({ branches: branches.toSpliced(index, 1).toSpliced(place, 0, branch) });
  return (
    <li className="flex flex-col gap-3 rounded-lg border p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextInput
            label="Name"
            readOnly={readOnly}
            value={textOf(branch.name)}
            onChange={(next) => change({ name: next })}
          />
        </div>
        {!readOnly && (
          <>
            <IconButton label={`Try ${name} earlier`} disabled={index === 0} onClick={() => moveTo(index - 1)}>
              <ArrowUp className="size-4" aria-hidden="true" />
            </IconButton>
            <IconButton
              label={`Try ${name} later`}
              disabled={index === branches.length - 1}
              onClick={() => moveTo(index + 1)}
            >
              <ArrowDown className="size-4" aria-hidden="true" />
            </IconButton>
            <IconButton label={`Delete ${name}`} disabled={branches.length === 1} onClick={remove}>
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          </>
        )}
      </div>
      <Conditions
        label={`Conditions of ${name}`}
        opening="Taken if"
        form={form}
        path={`branches.${index}.filters`}
        filters={branch.filters}
        onChange={(filters) => change({ filters })}
      />
    </li>
  );
}

/** Stands for a value that is stored, which no answer shows. */
const isMask = (value: string): boolean => value.startsWith("nvsk.");
const STORED = "Stored, not shown. Enter it again when you change the host of the address";

/** The server names the value of a header by the header's name. */
const errorOfValue = (form: StepForm, name: string): StepForm["error"] => {
  return (path) => form.error(path) ?? (name === "" ? undefined : form.error(`headers.${name}`));
};

export function HttpForm({ form }: { form: StepForm }) {
  const { values, set, error, number, readOnly } = form;
  const headers = Array.isArray(values.headers)
    ? values.headers.filter(isJsonObject)
    : Object.entries(isJsonObject(values.headers) ? values.headers : {}).map(([key, value]) => ({ key, value }));
  const method = HTTP_METHODS.find((one) => one === values.method) ?? null;
  const timeout = number("timeout");
  return (
    <>
      <div className="grid grid-cols-[8rem_1fr] gap-3">
        <Select
          label="Method"
          error={error("method")}
          readOnly={readOnly}
          value={method}
          options={HTTP_METHODS.map((id) => ({ id, text: id }))}
          onChange={(next) => set(next === "GET" ? { method: next, body: undefined } : { method: next })}
        />
        <TextField form={form} name="url" label="Address" />
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">Headers</legend>
        {headers.map((header, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headers have no ids, and two may have the same name
          <div key={index} className="flex items-end gap-2">
            <div className="grid min-w-0 flex-1 grid-cols-2 gap-2">
              {(["key", "value"] as const).map((part) => (
                <TemplateField
                  key={part}
                  form={part === "value" ? { ...form, error: errorOfValue(form, textOf(header.key)) } : form}
                  path={`headers.${index}.${part}`}
                  {...(part === "value" && isMask(textOf(header.value)) && { hint: STORED })}
                  label={part === "key" ? "Name" : "Value"}
                  value={textOf(header[part])}
                  onChange={(text) =>
                    set({ headers: headers.map((one, at) => (at === index ? { ...one, [part]: text } : one)) })
                  }
                />
              ))}
            </div>
            {!readOnly && (
              <IconButton
                label={`Delete header ${index + 1}`}
                onClick={() => set({ headers: headers.filter((_, at) => at !== index) })}
              >
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            )}
          </div>
        ))}
        {!readOnly && (
          <Button className="self-start" onClick={() => set({ headers: [...headers, { key: "", value: "" }] })}>
            <Plus className="size-4" aria-hidden="true" /> Add header
          </Button>
        )}
      </fieldset>
      {method !== "GET" && (
        <JsonValueField
          label="Body"
          hint="JSON; its texts may have variables"
          objectOnly={false}
          error={error("body")}
          readOnly={readOnly}
          value={values.body}
          onChange={(body) => set({ body })}
        />
      )}
      <NumberInput
        label="Time limit in seconds"
        min={1}
        max={30}
        decimals={0}
        readOnly={readOnly}
        value={timeout === null ? null : numberOf(timeout / 1000)}
        onChange={(seconds) => set({ timeout: seconds === null ? undefined : seconds * 1000 })}
      />
    </>
  );
}

export function TriggerForm({ form }: { form: StepForm }) {
  const { values, set, error, readOnly } = form;
  return (
    <>
      <WorkflowField
        form={form}
        name="workflowId"
        hint="Started for the same subscriber. For a workflow that the event names, search for {{ payload.workflow }}"
        takesTemplates
      />
      <JsonValueField
        label="Payload"
        hint="Without one, the event's own is passed on; texts may have variables"
        error={error("payload")}
        readOnly={readOnly}
        value={values.payload}
        onChange={(payload) => set({ payload })}
      />
    </>
  );
}
