import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { cappedCountText } from "#dashboard/components/display/count-text.ts";
import type { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** How many subscribers a topic has, as far as it is known. */
export interface TopicSize {
  /** "1,204 subscribers"; undefined until it is known. */
  number: string | undefined;
  text: string;
  query: ComponentProps<typeof LoadFailed>["query"];
}

export function useTopicSize(key: string, enabled: boolean): TopicSize {
  const { read } = useEnvironment();
  const result = useQuery({ ...read("v2.topics.size", key), enabled });
  const number = result.data && enabled ? cappedCountText(result.data, "subscriber") : undefined;
  return { number, text: number === undefined ? "" : `Sends to ${number}.`, query: result };
}
