CREATE TABLE "clean_ups" (
	"kind" text PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"rows" integer NOT NULL,
	"partitions" text[] NOT NULL,
	"spared_events" integer NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "demo_messages" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"month" text NOT NULL,
	"number" integer NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_runs" (
	"pause_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"cohort_id" uuid NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "held_runs_pause_id_run_id_pk" PRIMARY KEY("pause_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "pauses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"workflow_id" uuid,
	"subscriber_id" uuid,
	"limit" bigint NOT NULL,
	"counted" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rates" (
	"environment_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"events" bigint NOT NULL,
	"messages" bigint NOT NULL,
	CONSTRAINT "rates_environment_id_target_id_starts_at_pk" PRIMARY KEY("environment_id","target_id","starts_at")
);
--> statement-breakpoint
DROP INDEX "messages_demo";--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "retention" jsonb;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "safety_caps" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "retention" jsonb;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "safety_caps" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "demo_messages_number" ON "demo_messages" USING btree ("environment_id","provider_id","month","number");--> statement-breakpoint
CREATE INDEX "demo_messages_created" ON "demo_messages" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pauses_workflow_open" ON "pauses" USING btree ("workflow_id") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "pauses_subscriber_open" ON "pauses" USING btree ("subscriber_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "pauses_environment_created" ON "pauses" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "pauses_resolved" ON "pauses" USING btree ("resolved_at") WHERE state <> 'open';--> statement-breakpoint
CREATE INDEX "rates_starts" ON "rates" USING brin ("starts_at");