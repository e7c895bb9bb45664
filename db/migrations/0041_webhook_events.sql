CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"stored_by" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"number" bigserial NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "kept_events" text DEFAULT 'wanted' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "recovering_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "event_id" uuid;--> statement-breakpoint
ALTER TABLE "cohorts" ADD COLUMN "reached_runs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cohorts" ADD COLUMN "failed_runs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "resumed_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_order" ON "webhook_events" USING btree ("environment_id","stored_by","number");--> statement-breakpoint
CREATE INDEX "webhook_events_created" ON "webhook_events" USING btree ("environment_id","created_at","id");