ALTER TABLE "workflow_steps" ADD COLUMN "controls" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "issues" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "payload_schema" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "validate_payload" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "preferences_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "severity" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "has_issues" boolean DEFAULT false NOT NULL;