ALTER TABLE "digest_members" ADD COLUMN "left_window_id" uuid;--> statement-breakpoint
ALTER TABLE "digest_windows" ADD COLUMN "discarded_by" jsonb;--> statement-breakpoint
ALTER TABLE "digest_windows" ADD COLUMN "sent_by" jsonb;--> statement-breakpoint
ALTER TABLE "digest_windows" ADD COLUMN "is_ending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_retrying" ON "deliveries" USING btree ("environment_id","due_at","id") WHERE state = 'open' and error is not null;--> statement-breakpoint
CREATE INDEX "digest_members_left" ON "digest_members" USING btree ("left_window_id","joined_at") WHERE left_window_id is not null;--> statement-breakpoint
CREATE INDEX "digest_windows_waiting" ON "digest_windows" USING btree ("workflow_id","closes_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "digest_windows_subscriber" ON "digest_windows" USING btree ("subscriber_id","closes_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "digest_windows_ending" ON "digest_windows" USING btree ("id") WHERE is_ending;--> statement-breakpoint
CREATE INDEX "events_workflow_created" ON "events" USING btree ("workflow_id","created_at","id");--> statement-breakpoint
CREATE INDEX "events_problems" ON "events" USING btree ("environment_id","created_at","id") WHERE problems <> '[]';--> statement-breakpoint
CREATE INDEX "runs_waiting" ON "runs" USING btree ("workflow_id","due_at","id") WHERE due_at is not null;