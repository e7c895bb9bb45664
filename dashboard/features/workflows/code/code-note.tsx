import { Button } from "#dashboard/components/controls/button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { bridgeRemedy } from "./bridge-remedy.ts";

/** Says where the steps of a workflow come from, and takes them over again. */
export function CodeNote() {
  const { current, may, readOnly, write } = useEnvironment();
  const sync = useOneMutation({ mutationFn: (bridgeUrl: string) => write("bridge.sync", { bridgeUrl }) });
  const bridge = current?.bridge;
  return (
    <Banner
      title="The steps of this workflow are code"
      action={
        bridge &&
        may("content.edit") &&
        !readOnly && (
          <Button
            className="my-1"
            pending={sync.isPending}
            onClick={() =>
              sync.mutate(bridge.url, (workflows) =>
                showToast({
                  tone: "success",
                  text: `Synchronised ${workflows.length === 1 ? "1 workflow" : `${workflows.length} workflows`}.`,
                }),
              )
            }
          >
            Synchronise
          </Button>
        )
      }
    >
      {bridge ? (
        <p className="text-muted">
          They come from{" "}
          <code translate="no" className="font-mono text-xs wrap-anywhere">
            {bridge.url}
          </code>
          {bridge.syncedAt !== undefined && (
            <>
              , last synchronised <RelativeTime moment={bridge.syncedAt} />
            </>
          )}
          .{" "}
          {readOnly
            ? `${current.name} takes over code by its own API key when it is deployed, not by publishing.`
            : "Steps are changed where the code is."}
          {may("content.edit") && " The values of their controls are set here."}
        </p>
      ) : (
        <p className="text-muted">
          They are changed where the code is, and synchronised. The environment has no bridge now: send the address of
          your application to{" "}
          <code translate="no" className="font-mono text-xs">
            POST /v1/bridge/sync
          </code>{" "}
          with its API key.
        </p>
      )}
      {sync.isError && (
        <p role="alert" className="text-danger wrap-anywhere">
          {[`Nothing was synchronised. ${errorText(sync.error)}`, bridgeRemedy(sync.error, bridge?.url)]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
    </Banner>
  );
}
