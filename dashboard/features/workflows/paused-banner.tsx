import { Link } from "@tanstack/react-router";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { useRead } from "#dashboard/data/use-read.ts";

/** Says that a safety cap paused the workflow; nothing while none did, or nobody knows. */
export function PausedBanner({ workflowId }: { workflowId: string }) {
  const { data } = useRead("pauses.list", { state: "open", limit: 100 });
  const pause = data?.data.find(({ workflow }) => workflow?._id === workflowId);
  if (!pause) return null;
  return (
    <Banner
      tone="warning"
      title="A safety cap paused this workflow"
      action={
        <Link to="/settings/safety-caps" className="py-1 text-accent underline">
          Continue or discard
        </Link>
      }
    >
      <p className="flex flex-wrap gap-x-1">
        <span>Its runs wait since</span>
        <RelativeTime moment={pause.createdAt} />
      </p>
    </Banner>
  );
}
