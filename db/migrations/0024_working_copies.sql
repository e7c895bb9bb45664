ALTER TABLE "workflow_versions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "kept_at" timestamp (3) with time zone;--> statement-breakpoint
-- Runs may have begun with any version that is there.
UPDATE "workflow_versions" SET "kept_at" = "created_at";
