import type { Integration } from "#contract/integrations.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { FormSection } from "#dashboard/forms/form-section.tsx";

const LOCAL: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

interface ReportsProps {
  integration: Integration;
  url: string;
  entry: CatalogueEntry;
}

/** How the vendor of an integration comes to report what became of messages, and whether it does. */
export function Reports({ integration, url, entry: { displayName, reports } }: ReportsProps) {
  const health = useRead("integrations.listHealth").data?.find(({ _id }) => _id === integration._id)?.reports;
  const { steps = [], docReference } = reports ?? {};
  const refused = health?.refused;
  // A refusal from before the last reports has been mended.
  const isRefused = refused !== undefined && refused !== null && refused.at > (health?.receivedAt ?? "");
  return (
    <FormSection
      title="Reports"
      summary={health && <LastReport receivedAt={health.receivedAt} />}
      hasIssue={isRefused}
      headingLevel={2}
    >
      <p className="text-muted">{aboutText(displayName, steps.length > 0)}</p>
      <div className="flex flex-col gap-1">
        <span className="font-medium">Address for reports</span>
        <CopyableId value={url} what="address" />
        {LOCAL.includes(new URL(url).hostname) && (
          <p className="text-xs text-warning">
            {`It is an address of this machine, which ${displayName} cannot reach. Set BELFRY_PUBLIC_URL to the public address of the server.`}
          </p>
        )}
      </div>
      {steps.length > 0 && (
        <ol aria-label={`How to set up reports at ${displayName}`} className="flex list-decimal flex-col gap-1 ps-5">
          {steps.map((step) => (
            <li key={step} className="wrap-anywhere">
              {step}
            </li>
          ))}
        </ol>
      )}
      {docReference && (
        <a href={docReference} target="_blank" rel="noreferrer" className="w-fit text-accent hover:underline">
          {`What ${displayName} says about it`}
        </a>
      )}
      {health && (
        <p className="text-xs text-muted">
          <LastReport receivedAt={health.receivedAt} />
        </p>
      )}
      {isRefused && (
        <p className="text-xs text-danger wrap-anywhere">
          A report was refused <RelativeTime moment={refused.at} />
          {`: ${refused.message}`}
        </p>
      )}
    </FormSection>
  );
}

function aboutText(provider: string, isSetUp: boolean): string {
  const what = `${provider} can report here what became of messages: deliveries, bounces and complaints.`;
  return isSetUp ? what : `${what} Each message names the address, and there is nothing to set up.`;
}

function LastReport({ receivedAt }: { receivedAt: string | null }) {
  if (receivedAt === null) return <span>None received yet</span>;
  return (
    <>
      Last received <RelativeTime moment={receivedAt} />
    </>
  );
}
