import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { BlueprintsByCategory } from "#contract/workflows/blueprints.ts";
import type { Workflow } from "#contract/workflows/workflows.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
import { StepTypeRow } from "#dashboard/components/display/step-type.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { stepTypeOf } from "../step-summary.ts";
import { TemplateSteps } from "./template-steps.tsx";

interface TemplateGalleryProps {
  /** Those that are offered first alone, without their groups. */
  popularOnly?: boolean;
  /** Shown where there are none. */
  empty?: ReactNode;
}

/** The templates by their groups, each with its steps. */
export function TemplateGallery({ popularOnly = false, empty = null }: TemplateGalleryProps) {
  const templates = useRead("blueprints.offered");
  const [previewed, setPreviewed] = useState<Workflow>();
  return (
    <QueryResult query={templates} skeleton={<GallerySkeleton cards={popularOnly ? 3 : 6} />}>
      {(found) => {
        const groups = groupsOf(found, popularOnly);
        if (groups.length === 0) return empty;
        return (
          <div className={classNames("grid grid-cols-1 gap-6", !popularOnly && "xl:grid-cols-2 xl:gap-x-8")}>
            {groups.map(({ name, blueprints }) => (
              <section key={name} aria-label={`${name} templates`} className="flex flex-col gap-2">
                {!popularOnly && <h2 className="text-base font-semibold">{name}</h2>}
                <ul className={classNames("grid grid-cols-1 gap-3 sm:grid-cols-2", popularOnly && "xl:grid-cols-3")}>
                  {blueprints.map((template) => (
                    <TemplateCard
                      key={template._id}
                      template={template}
                      headingLevel={popularOnly ? 2 : 3}
                      onPreview={() => setPreviewed(template)}
                    />
                  ))}
                </ul>
              </section>
            ))}
            <Dialog
              open={previewed !== undefined}
              onOpenChange={(open) => !open && setPreviewed(undefined)}
              title={previewed?.name ?? ""}
              {...(previewed?.description !== undefined && { description: previewed.description })}
            >
              {previewed && (
                <>
                  <TemplateSteps template={previewed} />
                  <div className="flex justify-end">
                    <UseTemplate template={previewed} />
                  </div>
                </>
              )}
            </Dialog>
          </div>
        );
      }}
    </QueryResult>
  );
}

/** Returns the groups to show; the popular templates are in their own groups as well. */
function groupsOf({ general, popular }: BlueprintsByCategory, popularOnly: boolean): BlueprintsByCategory["general"] {
  const groups = popularOnly && popular.blueprints.length > 0 ? [popular] : general;
  return groups.filter(({ blueprints }) => blueprints.length > 0);
}

interface TemplateCardProps {
  template: Workflow;
  headingLevel: 2 | 3;
  onPreview: () => void;
}

function TemplateCard({ template, headingLevel, onPreview }: TemplateCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-lg border bg-raised p-4">
      <StepTypeRow types={template.steps.map(stepTypeOf)} max={8} />
      <Heading className="font-medium wrap-anywhere" dir="auto" translate="no">
        {template.name}
      </Heading>
      <p className="flex-1 text-muted wrap-anywhere">{template.description}</p>
      <div className="flex flex-wrap gap-2 pt-1">
        <UseTemplate template={template} />
        <Button aria-label={`Preview ${template.name}`} onClick={onPreview}>
          Preview
        </Button>
      </div>
    </li>
  );
}

function UseTemplate({ template }: { template: Workflow }) {
  const { may, readOnly } = useEnvironment();
  if (!may("content.edit") || readOnly) return null;
  return (
    <Link
      to="/workflows/new"
      search={{ template: template._id }}
      aria-label={`Use template ${template.name}`}
      className={buttonClass("secondary")}
    >
      Use template
    </Link>
  );
}

function GallerySkeleton({ cards }: { cards: number }) {
  return (
    <div role="status" aria-label="Loading" className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: cards }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike and never reorder
        <Skeleton key={card} className="h-40 w-full rounded-lg" />
      ))}
    </div>
  );
}
