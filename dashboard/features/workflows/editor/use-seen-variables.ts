import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { schemaOfSeen } from "#dashboard/components/code/seen-payload.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditorState } from "./editor-context.tsx";

/** Returns the JSON schema of the variables of the workflow's recent events; undefined while there is none. */
export function useSeenVariables(): unknown {
  const { queries } = useEnvironment();
  const workflowId = useEditorState(({ saved }) => saved._id);
  const hasBareNames = useEditorState(({ saved }) => saved.origin === "novu-cloud-v1");
  const payloads = useQuery(queries.runs.payloads(workflowId)).data;
  return useMemo(() => {
    if (!payloads || payloads.length === 0) return undefined;
    const payload = schemaOfSeen(payloads);
    // Templates of such workflows name the fields of a payload without it.
    return hasBareNames ? payload : { type: "object", properties: { payload } };
  }, [payloads, hasBareNames]);
}
