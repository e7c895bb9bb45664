CREATE TABLE "control_values" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"bridge_step_id" text NOT NULL,
	"controls" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "bridge_url" text;--> statement-breakpoint
ALTER TABLE "event_contents" ADD COLUMN "bridge" jsonb;--> statement-breakpoint
ALTER TABLE "event_contents" ADD COLUMN "depth" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "output" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "data" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "bridge_step_id" text;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "definition" jsonb;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "preferences_read_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "control_values_step" ON "control_values" USING btree ("workflow_id","bridge_step_id");