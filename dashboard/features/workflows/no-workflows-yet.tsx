import { Workflow } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { EmptyState } from "../../components/empty-state.tsx";

interface NoWorkflowsYetProps {
  /** The API's address without /v1. */
  apiUrl: string;
  /** The environment where workflows are created, when it is another one. */
  createdIn: string | undefined;
  onSwitch: () => void;
}

/** Explains how the first workflow is created, or in which environment. */
export function NoWorkflowsYet({ apiUrl, createdIn, onSwitch }: NoWorkflowsYetProps) {
  if (createdIn) {
    return (
      <EmptyState
        icon={<Workflow />}
        title="No workflows here yet"
        action={
          <Button variant="primary" onClick={onSwitch}>
            {`Switch to ${createdIn}`}
          </Button>
        }
      >
        Workflows are created in {createdIn}.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Workflow />} title="No workflows yet">
      <p>A workflow is the list of steps that an event takes to its subscribers. Create one over the API:</p>
      <CodeBlock label="curl snippet" code={createSnippet(apiUrl)} />
      <p>GET /v1/notification-groups lists the groups and their ids; each environment starts with one named General.</p>
    </EmptyState>
  );
}

function createSnippet(apiUrl: string): string {
  const workflow = {
    name: "Welcome",
    notificationGroupId: "YOUR_GROUP_ID",
    active: true,
    steps: [{ template: { type: "in_app", content: "Welcome, {{payload.name}}" } }],
  };
  return [
    `curl -X POST ${apiUrl}/v1/workflows`,
    '  -H "Authorization: ApiKey YOUR_API_KEY"',
    '  -H "Content-Type: application/json"',
    `  -d '${JSON.stringify(workflow, null, 2)}'`,
  ].join(" \\\n");
}
