ALTER TABLE "subscribers" ADD COLUMN "timezone" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "hours" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "outside_hours" text DEFAULT 'defer' NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_waiting" ON "runs" USING btree ("subscriber_id") WHERE due_at is not null;