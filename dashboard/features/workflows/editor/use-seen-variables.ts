import { useMemo } from "react";
import { schemaOfSeen } from "#dashboard/components/code/seen-payload.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEditorState } from "./editor-context.tsx";

/** Returns the JSON schema of the variables of the workflow's recent events; undefined while there is none. */
export function useSeenVariables(): unknown {
  const workflowId = useEditorState(({ saved }) => saved._id);
  const hasBareNames = useEditorState(({ saved }) => saved.origin === "novu-cloud-v1");
  const payloads = useRead("notifications.payloads", workflowId).data;
  return useMemo(() => {
    if (!payloads || payloads.length === 0) return undefined;
    const payload = schemaOfSeen(payloads);
    // Templates of such workflows name the fields of a payload without it.
    return hasBareNames ? payload : { type: "object", properties: { payload } };
  }, [payloads, hasBareNames]);
}
