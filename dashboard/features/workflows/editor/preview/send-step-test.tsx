import { Link } from "@tanstack/react-router";
import type { PreviewedMessage } from "#contract/workflows/step-preview.ts";
import { useEditorState } from "../editor-context.tsx";
import { SendToAddress } from "./send-to-address.tsx";
import { SendToMe } from "./send-to-me.tsx";
import type { StepTestProps } from "./use-step-test.ts";

/** Sends the message of the preview through the real integration, whose vendor's answer it shows. */
export default function SendStepTest({ channel, ...props }: StepTestProps & { channel: PreviewedMessage["channel"] }) {
  const workflowId = useEditorState(({ saved }) => saved._id);
  switch (channel) {
    case "email":
      return <SendToMe {...props} />;
    case "in_app":
      return (
        <p className="text-xs text-muted">
          {"In-app needs no provider. "}
          <Link to="/workflows/$workflowId/test" params={{ workflowId }} className="text-accent underline">
            Run a test
          </Link>
          {" to see it in an inbox."}
        </p>
      );
    case "sms":
    case "push":
    case "chat":
      return <SendToAddress {...props} channel={channel} />;
  }
}
