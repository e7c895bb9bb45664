CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"workflow_id" uuid NOT NULL,
	"event" jsonb NOT NULL,
	"recurrence" jsonb NOT NULL,
	"timezone" text NOT NULL,
	"in_subscriber_timezone" boolean NOT NULL,
	"start_at" timestamp (3) with time zone,
	"end_at" timestamp (3) with time zone,
	"missed" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"recurs_from" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone,
	"fire_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"last_transaction_id" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_contents" ADD COLUMN "local_start" jsonb;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "timezone" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "hours" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "outside_hours" text DEFAULT 'defer' NOT NULL;--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("fire_at") WHERE fire_at is not null;--> statement-breakpoint
CREATE INDEX "schedules_environment" ON "schedules" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_waiting" ON "runs" USING btree ("subscriber_id") WHERE due_at is not null;