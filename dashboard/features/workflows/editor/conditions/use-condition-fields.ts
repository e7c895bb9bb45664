import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { knownFields } from "#dashboard/components/conditions/known-fields.ts";
import { OPEN, SUBSCRIBER, seenData, TENANT } from "#dashboard/components/conditions/subject-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type EditedStep, nameOfStep } from "../definition.ts";
import { useEditorState, useSteps } from "../editor-context.tsx";
import type { StepForm } from "../use-step-form.ts";

/** Subscribers and tenants whose own data says which fields there are. */
const LOOKED_AT = 20;

type StepOutline = Pick<EditedStep, "key" | "type" | "stepId" | "name">;

/**
 * The fields that conditions of a step can compare, and the steps that they can ask about. `ask` has the data of subscribers and tenants
 * looked at, which nobody needs who only reads.
 */
export function useConditionFields({ step, variables, seen }: Pick<StepForm, "step" | "variables" | "seen">) {
  const { read } = useEnvironment();
  // Text, which stays the same while contents are typed: what follows from it is not made anew for each key.
  const outline = JSON.stringify(useSteps().map(({ key, type, stepId, name }) => ({ key, type, stepId, name })));
  const hasBareNames = useEditorState(({ saved }) => saved.origin === "novu-cloud-v1");
  const [isAsked, setAsked] = useState(false);
  const subscribers = useQuery({ ...read("subscribers.list", { limit: LOOKED_AT }), enabled: isAsked });
  const tenants = useQuery({ ...read("tenants.list", { limit: LOOKED_AT }), enabled: isAsked });

  const known = useMemo(() => {
    const steps: StepOutline[] = JSON.parse(outline);
    const position = steps.findIndex(({ key }) => key === step.key);
    const ofTemplates = isJsonObject(variables) && isJsonObject(variables.properties) ? variables.properties : {};
    // Templates have the branding besides, which no condition can compare.
    const { branding: _branding, actor = SUBSCRIBER, step: digest = OPEN, ...own } = ofTemplates;
    const workflow = { type: "object", properties: { subscriber: SUBSCRIBER, payload: OPEN, tenant: TENANT, ...own } };
    const ofEvents = hasBareNames ? { type: "object", properties: { payload: seen } } : seen;
    const people = {
      type: "object",
      properties: { subscriber: seenData(subscribers.data?.data), tenant: seenData(tenants.data?.data) },
    };
    const schemas = [workflow, ...(seen === undefined ? [] : [ofEvents]), people];
    const earlier = steps.slice(0, Math.max(position, 0)).flatMap(({ type, stepId, name }) =>
      // A step gets its identifier when it is saved.
      isChannel(type) && stepId !== undefined ? [{ id: stepId, name }] : [],
    );
    return {
      schemas,
      fields: knownFields(schemas),
      /** Expected values see the tenant, the actor and the digest besides. */
      variables: variables && { ...variables, properties: { ...workflow.properties, actor, step: digest } },
      seen,
      earlier,
      nameOf: (identifier: string) => nameOfStep(steps, identifier),
    };
  }, [variables, seen, hasBareNames, subscribers.data, tenants.data, outline, step.key]);
  const ask = useCallback(() => setAsked(true), []);
  return { known, ask };
}
