import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { overrideProblem } from "#contract/constants/templates/override-fields.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { flowIssues } from "#contract/workflows/flow-metadata.ts";
import { type ControlledType, givenValues, INVALID_URL } from "#contract/workflows/step-controls.ts";
import type { ControlIssue, StepIssues } from "#contract/workflows/step-issues.ts";
import { metadataIssues, StepMetadataInput } from "#contract/workflows/step-metadata.ts";
import { faultsOfRule, variablesOfRule } from "#domain/conditions/json-logic.ts";
import { DomainError } from "#domain/errors.ts";
import { type FoundVariable, findPaths, findUses } from "#domain/templates/find-variables.ts";
import { strayCharacter } from "#domain/templates/repair/stray-character.ts";
import { nextFires } from "#domain/times/cron.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import { countingFor, endsOnDays, schemaOf } from "./alternatives.ts";
import { emailHtml } from "./editor-html.ts";
import { hasPath } from "./variable-schema.ts";

type Values = Readonly<Record<string, unknown>>;
type ControlIssues = NonNullable<StepIssues["controls"]>;

/** The templates among the control values, by dotted path; the body of an email as it is rendered. */
export function controlTemplates(type: ControlledType, values: Values): [path: string, text: string][] {
  const texts: [string, string][] = [];
  const { skip: _rule, ...others } = values;
  mapLeaves(others, (leaf, path) => {
    if (typeof leaf === "string") texts.push([path.join("."), leaf]);
  });
  return texts.map(([path, text]) => [path, type === "email" && path === "body" ? emailHtml(text) : text]);
}

/** The variables that control values use in templates, conditions and keys, with their roots; those that cannot be parsed use none. */
export function variablesOf(type: ControlledType, values: Values): FoundVariable[] {
  const { digestKey, throttleKey, dynamicKey } = values;
  const keys = [digestKey, throttleKey, dynamicKey].flatMap((key) =>
    typeof key === "string" && /^(?:payload|subscriber)\./.test(key) ? [{ name: key, type: "String" as const }] : [],
  );
  const rule = variablesOfRule(values.skip).map((name) => ({ name, type: "String" as const }));
  return [...controlTemplates(type, values).flatMap(([, text]) => parsed(text) ?? []), ...keys, ...rule];
}

function parsed(text: string): FoundVariable[] | undefined {
  try {
    return findPaths(text);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Whether rules to skip can ask for a variable: unlike templates, they see no tenant, actor or branding. */
const isOfRules = (name: string): boolean => /^(?:payload|subscriber|steps|env)(?:\.|$)/.test(name);

/** Returns what is wrong with the control values of a step. `variables` is the JSON schema of what the step may use. */
export function controlIssues(type: ControlledType, stored: Values, variables: unknown): ControlIssues {
  const values = givenValues(stored);
  const issues = new Map<string, ControlIssue[]>();
  const add = (path: string, issue: ControlIssue) => issues.set(path, [...(issues.get(path) ?? []), issue]);
  for (const { path, message } of schemaFaults(type, values)) {
    add(path, { issueType: "MISSING_VALUE", variableName: path, message });
  }
  for (const [path, text] of controlTemplates(type, values)) {
    const fault = strayCharacter(text);
    if (fault !== undefined) add(path, { issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE", message: `${path} ${fault}` });
    for (const { variableName, message } of illegalVariables(text, variables)) {
      add(path, { issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE", variableName, message });
    }
  }
  for (const { operator, fault } of faultsOfRule(values.skip)) {
    const message =
      fault === "operand" ? `The operator ${operator} lacks a value` : `The operator ${operator} is not known`;
    add("skip", { issueType: "MISSING_VALUE", message });
  }
  for (const name of variablesOfRule(values.skip)) {
    if (/^(?:payload|subscriber\.data)\./.test(name) || (isOfRules(name) && hasPath(variables, name.split("."))))
      continue;
    const message = `The variable ${name} does not exist in this step`;
    add("skip", { issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE", variableName: name, message });
  }
  return Object.fromEntries(issues);
}

/** The faults that the schema of the values finds; of a digest or delay, the one that they choose. */
function schemaFaults(type: ControlledType, values: Values): { path: string; message: string }[] {
  const schema = schemaOf(type, values);
  const known = countingFor(schema, values);
  const faults = (schema.safeParse(known).error?.issues ?? []).map((issue) => {
    const { path: keys, message, code } = issue;
    const path = keys.join(".");
    const property = String(keys.at(-1) ?? "");
    if (code === "invalid_type" && isAbsent(known, keys)) {
      return {
        path,
        message: sentenceOf(path) ?? `${property.charAt(0).toUpperCase()}${property.slice(1)} is required`,
      };
    }
    return { path, message: message === INVALID_URL ? INVALID_URL : issueSentence(issue) };
  });
  const found = new Set(faults.map(({ path }) => path));
  return [...faults, ...fieldFaults(type, values).filter(({ path }) => !found.has(path))];
}

/** The faults of fields that others make needed. */
function fieldFaults(type: ControlledType, values: Values): { path: string; message: string }[] {
  if (type === "throttle") return throttleFaults(values);
  if (type === "http_request") return addressFaults(values);
  if (type === "email") return mailboxFaults(values);
  const cron = cronFault(type, values);
  if (cron !== undefined) return [{ path: "cron", message: cron }];
  const isTimed = type === "digest" && endsOnDays(values);
  if (!isTimed && type !== "trigger" && type !== "wait_for_event" && type !== "branch") return [];
  const { success, data, error } = StepMetadataInput.safeParse({ ...values, ...(!isTimed && { type }) });
  return success
    ? metadataIssues(type, data).map(({ field, reason }) => fieldFault(field, reason, values))
    : error.issues.map((issue) => ({ path: issue.path.join("."), message: issueSentence(issue) }));
}

/** The sentences about what members have not chosen yet, by the path of the control. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^workflow(?:Id|Identifier)$/, "Choose a workflow."],
  [/^signal$/, "Name the signal to wait for."],
  [/^branches\.\d+\.filters$/, "Add at least one condition. Events that match no branch take Default."],
];

const sentenceOf = (path: string): string | undefined => SENTENCES.find(([pattern]) => pattern.test(path))?.[1];

/** Gives a fault about an empty field a sentence of its own, for a wait at the control that it has: a signal or a workflow. */
function fieldFault(field: string, reason: string, values: Values): { path: string; message: string } {
  if (!reason.startsWith("should not be empty")) return { path: field, message: reason };
  const path = field === "signal" && values.workflowIdentifier !== undefined ? "workflowIdentifier" : field;
  return { path, message: sentenceOf(path) ?? reason };
}

/** Addresses that the mail would be sent without. They are no templates. */
function mailboxFaults({ from, replyTo }: Values): { path: string; message: string }[] {
  const { email } = isJsonObject(from) ? { ...from } : {};
  const problems = [
    ["from.email", overrideProblem("mailbox", email)],
    ["replyTo", overrideProblem("addresses", replyTo)],
  ] as const;
  return problems.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}

/** An address that no request can have; one that a template makes is looked at when it is rendered. */
function addressFaults({ url }: Values): { path: string; message: string }[] {
  if (typeof url !== "string" || url === "") return [];
  return flowIssues("http", { method: "GET", url }).map(({ field, reason }) => ({ path: field, message: reason }));
}

/** The fault of the cron expression by which a digest or delay ends. */
function cronFault(step: ControlledType, { type, cron }: Values): string | undefined {
  const counts = (step === "digest" && type !== "regular") || (step === "delay" && type === "timed");
  if (!counts || typeof cron !== "string" || cron === "") return undefined;
  const fires = nextFires(cron, "UTC", new Date(), 1);
  if (!fires) return "must be a cron expression of five fields, or of six with seconds first, such as 0 9 * * 1";
  return fires.length === 0 ? "never fires: choose a day that exists" : undefined;
}

function throttleFaults({ type: kind, amount, unit, dynamicKey }: Values) {
  const needed = kind === "dynamic" ? { dynamicKey } : { amount, unit };
  return Object.entries(needed).flatMap(([path, value]) =>
    value === undefined ? [{ path, message: `${path.charAt(0).toUpperCase()}${path.slice(1)} is required` }] : [],
  );
}

function isAbsent(values: Values, keys: readonly PropertyKey[]): boolean {
  let value: unknown = values;
  for (const key of keys) {
    if (typeof value !== "object" || value === null) return true;
    value = Reflect.get(value, key);
  }
  return value === undefined;
}

interface IllegalVariable {
  /** The first output that names it so; in a loop, the name stands for another one. */
  variableName: string;
  message: string;
  /** The outputs that have it, by their places in the text. */
  outputs: readonly { begin: number; end: number }[];
}

/** The variables of a template that the schema has no place for; one for a template that cannot be parsed. */
export function illegalVariables(text: string, variables: unknown): IllegalVariable[] {
  if (!text.includes("{{") && !text.includes("{%")) return [];
  try {
    const illegal = findUses(text)
      .filter(({ keys }) => !hasPath(variables, keys))
      .map(({ keys, output }) => ({ name: keys.join("."), output }));
    return [...new Set(illegal.map(({ name }) => name))].map((name) => {
      const outputs = illegal.flatMap((use) => (use.name === name && use.output) || []);
      const written = outputs.map(({ begin, end }) => text.slice(begin, end)).find((output) => output.includes(name));
      return {
        variableName: written ?? `{{${name}}}`,
        message: `The variable ${name} does not exist in this step: use payload.${name.split(".").at(-1)} or one of the subscriber's`,
        outputs,
      };
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const variableName = /\{[{%][^}]*\}?\}?/.exec(text)?.[0] ?? text.slice(0, 100);
    return [{ variableName, message: error.message, outputs: [] }];
  }
}
