import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { LOCALE_PATTERN } from "#contract/constants/values/patterns.ts";
import type { PreviewData } from "#contract/workflows/step-preview.ts";
import { jsonFault } from "#dashboard/components/controls/json-fault.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";
import { samplePayload } from "#dashboard/features/workflows/payload/sample-payload.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditorState, useSteps } from "../editor-context.tsx";
import { type ChosenData, useChosenData } from "./chosen-data.ts";

export type PreviewDataState = ReturnType<typeof usePreviewData>;

/** The data of the previews of a step: what was chosen, and what is sent of it. */
export function usePreviewData(stepKey: string) {
  const { read } = useEnvironment();
  const workflowId = useEditorState(({ saved }) => saved._id);
  const steps = useSteps();
  const [chosen, choose] = useChosenData(workflowId);
  const example = useRead("v2.workflows.getTestData", workflowId);
  const recent = useRead("notifications.payloads", workflowId);
  const { sampleId } = chosen;
  const samples = useQuery({ ...read("v2.workflows.listSamples", workflowId), enabled: sampleId !== undefined });
  const sample = samples.data?.find(({ _id }) => _id === sampleId);
  const position = steps.findIndex(({ key }) => key === stepKey);
  const hasDigest = steps.slice(0, position).some(({ type }) => type === "digest");

  // A sample that somebody has deleted is none any more.
  const source = chosen.source === "sample" && samples.data && !sample ? "example" : chosen.source;
  const origin = { example, event: recent, sample: samples, own: undefined }[source];
  // The example has values of the last event, so that it waits for that as well, also where there is none.
  const isReady = !origin?.isPending && !(source === "example" && recent.isPending);
  const invented = example.data?.example.payload;
  const found = {
    example: invented && samplePayload(recent.data?.[0], invented),
    event: recent.data?.[0],
    sample: sample?.payload,
    own: {},
  }[source];
  const text = source === "own" ? chosen.ownPayload : isReady ? JSON.stringify(found ?? {}, null, 2) : "";
  const fault = source === "own" ? payloadFault(text) : undefined;
  const localeFault = chosen.locale !== "" && !LOCALE_PATTERN.test(chosen.locale);
  const isSendable = isReady && fault === undefined && !localeFault;
  const events = hasDigest ? chosen.events : 0;
  // The same object for as long as nothing about it changes: each new one is another preview.
  const request = useMemo(
    () =>
      isSendable
        ? requestOf(chosen, Object(parseExactJson(text || "{}")), { events, recent: recent.data ?? [], invented })
        : undefined,
    [isSendable, chosen, text, events, recent.data, invented],
  );
  return {
    chosen,
    choose,
    example,
    recent,
    hasDigest,
    source,
    /** The read that the payload is of; undefined for one that is written here. */
    origin,
    /** The sample that is chosen, or that the member's own payload began from. */
    sample,
    text,
    fault,
    localeFault,
    request,
  };
}

function payloadFault(text: string): string | undefined {
  const fault = text.trim() === "" ? undefined : jsonFault(text);
  if (fault) return fault.message;
  return text.trim() === "" || isJsonObject(parseExactJson(text)) ? undefined : "must be an object: put it into { }";
}

interface EventsOfDigest {
  events: number;
  /** Payloads of the latest events, the newest first. */
  recent: readonly Record<string, unknown>[];
  /** The payload of the example, for what they lack. */
  invented: Record<string, unknown> | undefined;
}

function requestOf(
  { subscriber, tenant, actor, context, locale, timezone, source }: ChosenData,
  payload: Record<string, unknown>,
  { events, recent, invented = {} }: EventsOfDigest,
): PreviewData {
  const latest = source === "example" ? recent.map((event) => samplePayload(event, invented)) : recent;
  const others = (source === "event" || source === "example") && latest.length > 0 ? latest : [payload];
  const digestEvents = Array.from({ length: events }, (_, index) => others[index % others.length] ?? payload);
  return {
    payload,
    ...(subscriber && { subscriberId: subscriber.id }),
    ...(tenant && { tenant: tenant.id }),
    ...(actor && { actor: actor.id }),
    ...(context && { context: contextOf(context.id) }),
    ...(locale !== "" && { locale }),
    ...(timezone !== "" && { timezone }),
    ...(events > 0 && { digestEvents: digestEvents.toReversed() }),
  };
}

/** A context by its key: a type has no colon. */
function contextOf(key: string): Record<string, string> {
  const [type = ""] = key.split(":", 1);
  return { [type]: key.slice(type.length + 1) };
}
