import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { InboundMailSettings, MxStatus } from "#contract/inbound-mail.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { CopyButton } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Section } from "#dashboard/components/section.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { answerText, outcomeText } from "./inbound-texts.ts";

// The contract's schemas are not part of the screen's first load.
const DomainForm = lazyNamed(() => import("./domain-form.tsx"), "DomainForm");

/** The domain of the environment, the record that brings its mail here, and what became of the last reply. */
export function InboundMail({ settings }: { settings: InboundMailSettings }) {
  const { current, may } = useEnvironment();
  return (
    <>
      {(settings.mailHost === null || !settings.isListening) && <NotConfigured settings={settings} />}
      <Section
        title={`Reply domain of ${current?.name ?? "this environment"}`}
        text="Emails of steps with a reply callback get a reply address at this domain, once its mail comes here."
      >
        {may("environment.manage") && current ? (
          <Suspense fallback={<Skeleton className="h-28 w-full max-w-xl" />}>
            <DomainForm key={settings.domain} environmentId={current._id} domain={settings.domain} />
          </Suspense>
        ) : (
          <p className="wrap-anywhere">{settings.domain ?? "No domain is set."}</p>
        )}
      </Section>
      {settings.domain !== null && settings.mailHost !== null && (
        <MxRecord key={settings.domain} settings={settings} domain={settings.domain} mailHost={settings.mailHost} />
      )}
      <LastReply settings={settings} />
      <HowRepliesArrive />
    </>
  );
}

const NotConfigured = ({ settings: { mailHost } }: { settings: InboundMailSettings }) => (
  <section
    aria-label="This installation receives no mail"
    className="flex flex-col gap-1 rounded-lg border border-warning p-4"
  >
    <h2 className="font-medium">This installation receives no mail</h2>
    <p>
      {mailHost === null
        ? "Its operator has to set BELFRY_MAIL_HOST to the name of its mail server, and BELFRY_INBOUND_MAIL_PORT to the port that it listens on, such as 25."
        : "Its operator has to set BELFRY_INBOUND_MAIL_PORT to the port that its mail server listens on, such as 25."}
    </p>
    <p className="text-muted">Until then, a reply to an email does not arrive, whatever the domain says.</p>
  </section>
);

interface MxRecordProps {
  settings: InboundMailSettings;
  domain: string;
  mailHost: string;
}

function MxRecord({ settings, domain, mailHost }: MxRecordProps) {
  const { may, write } = useEnvironment();
  const [answer, setAnswer] = useState<MxStatus>();
  const check = useOneMutation<MxStatus, undefined>({
    mutationFn: () => write("inboundParse.getMxStatus"),
    onSuccess: setAnswer,
  });
  const isFound = answer?.mxRecordConfigured ?? settings.mxRecordConfigured;
  return (
    <Section
      title="DNS record"
      text="Add this record where the domain's DNS is managed."
      action={
        may("environment.use") && (
          <Button pending={check.isPending} onClick={() => check.mutate(undefined)}>
            Check now
          </Button>
        )
      }
    >
      <dl className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-lg border p-3 sm:grid-cols-[auto_auto_minmax(0,1fr)_minmax(0,1fr)]">
        <Part name="Type" value="MX" />
        <Part name="Priority" value="10" />
        <Part name="Name" value={domain} what="name of the record" />
        <Part name="Mail server" value={mailHost} what="mail server" />
      </dl>
      <div className="flex flex-col items-start gap-1" role="status">
        <Badge tone={isFound ? "success" : "warning"}>{isFound ? "Found" : "Not found yet"}</Badge>
        {answer && <p>{answerText(answer, settings)}</p>}
        {check.error && (
          <p role="alert" className="text-danger">{`The record was not looked up. ${errorText(check.error)}`}</p>
        )}
        {!answer && !isFound && (
          <p className="text-muted">Emails have no reply address until a check has found the record.</p>
        )}
      </div>
    </Section>
  );
}

const Part = ({ name, value, what }: { name: string; value: string; what?: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="flex min-w-0 items-center gap-1">
      <code translate="no" className="truncate font-mono text-xs leading-6" title={value}>
        {value}
      </code>
      {what !== undefined && <CopyButton value={value} what={what} />}
    </dd>
  </div>
);

function LastReply({ settings: { lastMail } }: { settings: InboundMailSettings }) {
  return (
    <Section title="Last reply" text="Kept for a week after it was passed on.">
      {lastMail === null ? (
        <p className="text-muted">No reply has come to this environment lately.</p>
      ) : (
        <div className="flex flex-col gap-1">
          <p className="flex flex-wrap gap-x-1">
            <span>Received</span>
            <RelativeTime moment={lastMail.receivedAt} />
            {lastMail.from !== undefined && <span className="wrap-anywhere">{`from ${lastMail.from}`}</span>}
            {lastMail.workflow !== undefined && (
              <span className="wrap-anywhere">{`to an email of ${lastMail.workflow}`}</span>
            )}
          </p>
          <p className={lastMail.state === "failed" ? "text-danger" : undefined}>{outcomeText(lastMail)}</p>
          {lastMail.runId !== undefined && (
            <Link
              to="/activity/$runId"
              params={{ runId: lastMail.runId }}
              search={{}}
              className="self-start text-accent underline"
            >
              Open the run
            </Link>
          )}
        </div>
      )}
    </Section>
  );
}

const STEPS: readonly [string, ReactNode][] = [
  ["An email step has a reply callback", "its emails carry a reply address of their own at the domain."],
  ["The reply comes to the mail server", "which takes it for this environment alone, and checks who sent it."],
  [
    "The callback of the step is called",
    "with the mail, the payload and the subscriber; again, until it answers with 2xx.",
  ],
];

const HowRepliesArrive = () => (
  <Section
    title="How a reply reaches a workflow"
    text="The whole of it, and how to verify a callback, is in docs/inbound-mail.md of the installation."
  >
    <ol className="flex list-decimal flex-col gap-1 ps-5">
      {STEPS.map(([what, then]) => (
        <li key={what}>
          <span className="font-medium">{`${what}: `}</span>
          <span className="text-muted">{then}</span>
        </li>
      ))}
    </ol>
  </Section>
);
