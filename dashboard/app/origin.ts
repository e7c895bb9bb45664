import type { QueryClient } from "@tanstack/react-query";
import type { Read } from "../data/read.ts";
import { isNotFoundError } from "../errors.ts";

/** The parameters of an address that name an object, and a part of it. */
interface ObjectParams {
  workflowId?: string;
  stepId?: string;
  layoutId?: string;
  group?: string;
}

interface OriginInput {
  queryClient: QueryClient;
  /** Of the environment that is shown, and of the one that its content is edited in. */
  read: Read;
  readOriginal: Read;
  params: ObjectParams;
}

/**
 * Returns the parameters of the object that the one on the screen was published from; undefined where there is none, or it was deleted. A
 * step that is not there is left out.
 */
export async function originOf({ params, ...input }: OriginInput): Promise<ObjectParams | undefined> {
  try {
    if (params.workflowId !== undefined) return await originOfWorkflow(input, params.workflowId, params.stepId);
    const { queryClient, read, readOriginal } = input;
    if (params.layoutId !== undefined) {
      const layout = await queryClient.fetchQuery(read("v2.layouts.edited", params.layoutId));
      return { layoutId: (await queryClient.fetchQuery(readOriginal("v2.layouts.edited", layout.layoutId)))._id };
    }
    if (params.group !== undefined) {
      const { identifier } = await queryClient.fetchQuery(read("translations.getGroup", params.group));
      return { group: (await queryClient.fetchQuery(readOriginal("translations.getGroup", identifier))).identifier };
    }
    return undefined;
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}

/** Publishing keeps the identifiers of workflows and of their steps. */
async function originOfWorkflow(
  { queryClient, read, readOriginal }: Omit<OriginInput, "params">,
  workflowId: string,
  stepId: string | undefined,
): Promise<ObjectParams> {
  const published = await queryClient.fetchQuery(read("v2.workflows.edited", workflowId));
  const original = await queryClient.fetchQuery(readOriginal("v2.workflows.definition", published.workflowId));
  const open = published.steps.find(({ _id }) => _id === stepId);
  const step = open && original.steps.find((one) => one.stepId === open.stepId);
  return { workflowId: original._id, ...(step && { stepId: step._id }) };
}

/** Returns the address of a route's path with its parameters. */
export const addressOf = (fullPath: string, params: ObjectParams): string =>
  fullPath.replace(/\$(\w+)/g, (name, key: string) => {
    const value = Object.entries(params).find(([param]) => param === key)?.[1];
    return value === undefined ? name : encodeURIComponent(value);
  });
