import { Terminal } from "lucide-react";
import type { RequestDetails as Details, RecordedText } from "#contract/activity/requests.ts";
import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { copyOrShow } from "#dashboard/components/controls/copy-or-show.ts";
import { CodeBlock } from "#dashboard/components/display/code-block.tsx";
import { exactTime, RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Page } from "#dashboard/components/page.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { durationText } from "../duration.ts";
import { FactList } from "../resume/fact-list.tsx";
import { curlOfRequest } from "./request-curl.ts";
import { RequestEvents } from "./request-events.tsx";
import { RequestStatus } from "./request-status.tsx";
import { errorSentences, indented, keyText, sizeText } from "./request-texts.ts";

/** A call with an API key: why it was refused, what was sent and answered, and the events that it brought. */
export function RequestDetails({ request }: { request: Details }) {
  const { method, path, status, createdAt, durationMs, apiKey, error, isReplay, body, answer } = request;
  return (
    <Page
      title={`${method} ${path}`}
      isName
      tabTitle="Request"
      aside={<RequestStatus status={status} />}
      summary={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span title={exactTime(createdAt)}>
            <RelativeTime moment={createdAt} />
          </span>
          <span>{`took ${durationText(durationMs)}`}</span>
          <span translate="no" className="min-w-0 wrap-anywhere">
            {keyText(apiKey)}
          </span>
        </span>
      }
      actions={<CopyCall request={request} />}
    >
      {error && <RequestError error={error} />}
      {isReplay && (
        <p>
          An earlier call had the same Idempotency-Key. This one was not processed, and got the answer of that call.
        </p>
      )}
      <RequestEvents request={request} />
      <Section title="Sent" text="As received, with secrets masked">
        <FactList facts={requestFacts(request)} />
        <RecordedBlock label="body of the request" recorded={body} none={noneText(request)} />
      </Section>
      <Section title="Answered" text="As sent, with secrets masked">
        <FactList facts={[{ name: "Request id", text: <CopyableId value={request.requestId} what="request id" /> }]} />
        <RecordedBlock label="body of the answer" recorded={answer} none="The answer has no text, or it is not kept." />
      </Section>
    </Page>
  );
}

function RequestError({ error }: { error: NonNullable<Details["error"]> }) {
  const sentences = errorSentences(error);
  if (sentences.length === 0) return null;
  return (
    <section aria-label="Error" className="flex flex-col gap-1 rounded-lg bg-danger-soft px-4 py-3 text-danger">
      <h2 className="font-medium">Why it was refused</h2>
      <ul className="flex flex-col gap-1">
        {sentences.map((sentence) => (
          <li key={sentence} dir="auto" className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  );
}

function requestFacts({ route, query, contentType, userAgent, address, idempotencyKey, createdAt }: Details) {
  const given = [
    ["Route", route],
    ["Query", query],
    ["Content type", contentType],
    ["User agent", userAgent],
    ["Address", address],
  ] as const;
  return [
    { name: "Time", text: exactTime(createdAt) },
    ...given.flatMap(([name, text]) => (text ? [{ name, text: <span translate="no">{text}</span> }] : [])),
    ...(idempotencyKey
      ? [{ name: "Idempotency-Key", text: <CopyableId value={idempotencyKey} what="Idempotency-Key" /> }]
      : []),
  ];
}

const noneText = ({ method }: Details): string =>
  method === "GET" ? "A GET has no body." : "There was no body in JSON, or it is not kept.";

interface RecordedBlockProps {
  label: string;
  recorded: RecordedText | undefined;
  /** In the place of a text that is not there. */
  none: string;
}

function RecordedBlock({ label, recorded, none }: RecordedBlockProps) {
  if (!recorded) return <p className="text-muted">{none}</p>;
  const { isCut, bytes } = recorded;
  return (
    <>
      <CodeBlock label={label} code={indented(recorded)} />
      {isCut && (
        <p className="text-muted">
          {bytes === undefined ? "Only its beginning is kept." : `Only the beginning of ${sizeText(bytes)} is kept.`}
        </p>
      )}
    </>
  );
}

/** Copies the call for a shell. */
function CopyCall({ request }: { request: Details }) {
  async function copy() {
    if (!(await copyOrShow(curlOfRequest(request, window.location.origin), "command"))) return;
    showToast({ tone: "success", text: copiedText(request) });
  }
  return (
    <Button onClick={() => void copy()}>
      <Terminal className="size-4" aria-hidden="true" /> Copy as curl
    </Button>
  );
}

function copiedText({ body }: Details): string {
  if (body?.isCut) return "Copied with the beginning of the body; the rest was not kept";
  if (body?.text.includes(SECRET_PREFIX)) return "Copied. Replace the masks with your secrets";
  return "Copied. The API key is read from BELFRY_API_KEY";
}
