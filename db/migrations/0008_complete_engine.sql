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
CREATE TABLE "event_attachments" (
	"event_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"file" "bytea" NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "event_attachments_event_id_number_pk" PRIMARY KEY("event_id","number")
);
--> statement-breakpoint
CREATE TABLE "event_waits" (
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"awaited" text NOT NULL,
	"match_path" text,
	"match_value" jsonb,
	"since" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_waits_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
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
CREATE TABLE "http_requests" (
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"attempt" smallint NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"result" jsonb,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "http_requests_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"message_expire_at" timestamp (3) with time zone NOT NULL,
	"mail" jsonb NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "integration_outages" (
	"integration_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"since" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"error_class" text NOT NULL,
	"message" text NOT NULL,
	"cool_downs" smallint NOT NULL,
	"cools_until" timestamp (3) with time zone NOT NULL,
	"probe_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "layouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"description" text,
	"content" text NOT NULL,
	"variables" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
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
CREATE TABLE "resumptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"run_ids" uuid[],
	"filter" jsonb,
	"version" text NOT NULL,
	"state" text NOT NULL,
	"cursor_at" timestamp(6) with time zone,
	"cursor_id" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"resumed" integer DEFAULT 0 NOT NULL,
	"refused" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "signals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttle_claims" (
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"passed" boolean NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "throttle_claims_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "throttle_windows" (
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"throttle_value" text NOT NULL,
	"passed" integer NOT NULL,
	"last_run_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "throttle_windows_key" PRIMARY KEY("environment_id","workflow_id","step_id","subscriber_id","throttle_value")
);
--> statement-breakpoint
DROP INDEX "messages_demo";--> statement-breakpoint
ALTER TABLE "cohorts" ADD COLUMN "versions" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "valid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "failover" jsonb;--> statement-breakpoint
ALTER TABLE "digest_members" ADD COLUMN "left_window_id" uuid;--> statement-breakpoint
ALTER TABLE "digest_windows" ADD COLUMN "discarded_by" jsonb;--> statement-breakpoint
ALTER TABLE "digest_windows" ADD COLUMN "sent_by" jsonb;--> statement-breakpoint
ALTER TABLE "digest_windows" ADD COLUMN "is_ending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "bridge_url" text;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "inbound_parse_domain" text;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "mx_record_configured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "retention" jsonb;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "safety_caps" jsonb;--> statement-breakpoint
ALTER TABLE "event_contents" ADD COLUMN "local_start" jsonb;--> statement-breakpoint
ALTER TABLE "event_contents" ADD COLUMN "bridge" jsonb;--> statement-breakpoint
ALTER TABLE "event_contents" ADD COLUMN "depth" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "valid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "retention" jsonb;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "output" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "data" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "valid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "timezone" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "hours" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "outside_hours" text DEFAULT 'defer' NOT NULL;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "bridge_step_id" text;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "branch_id" text;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "expires_after" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD COLUMN "definition" jsonb;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "preferences_read_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "safety_caps" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "control_values_step" ON "control_values" USING btree ("workflow_id","bridge_step_id");--> statement-breakpoint
CREATE UNIQUE INDEX "demo_messages_number" ON "demo_messages" USING btree ("environment_id","provider_id","month","number");--> statement-breakpoint
CREATE INDEX "demo_messages_created" ON "demo_messages" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "event_attachments_due" ON "event_attachments" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "event_waits_subscriber" ON "event_waits" USING btree ("subscriber_id","awaited");--> statement-breakpoint
CREATE INDEX "event_waits_due" ON "event_waits" USING btree ("environment_id","awaited","due_at");--> statement-breakpoint
CREATE INDEX "event_waits_expire" ON "event_waits" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "http_requests_expire" ON "http_requests" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_due" ON "inbound_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_expire" ON "inbound_mails" USING brin ("expire_at");--> statement-breakpoint
CREATE UNIQUE INDEX "layouts_environment_identifier" ON "layouts" USING btree ("environment_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "layouts_environment_default" ON "layouts" USING btree ("environment_id") WHERE is_default and deleted_at is null;--> statement-breakpoint
CREATE INDEX "layouts_environment_created" ON "layouts" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pauses_workflow_open" ON "pauses" USING btree ("workflow_id") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "pauses_subscriber_open" ON "pauses" USING btree ("subscriber_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "pauses_environment_created" ON "pauses" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "pauses_resolved" ON "pauses" USING btree ("resolved_at") WHERE state <> 'open';--> statement-breakpoint
CREATE INDEX "rates_starts" ON "rates" USING brin ("starts_at");--> statement-breakpoint
CREATE INDEX "resumptions_environment_created" ON "resumptions" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "resumptions_due" ON "resumptions" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "resumptions_expire" ON "resumptions" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("fire_at") WHERE fire_at is not null;--> statement-breakpoint
CREATE INDEX "schedules_environment" ON "schedules" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "signals_subscriber" ON "signals" USING btree ("subscriber_id","name","created_at");--> statement-breakpoint
CREATE INDEX "signals_expire" ON "signals" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "throttle_claims_expire" ON "throttle_claims" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "throttle_windows_expire" ON "throttle_windows" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "deliveries_retrying" ON "deliveries" USING btree ("environment_id","due_at","id") WHERE state = 'open' and error is not null;--> statement-breakpoint
CREATE INDEX "digest_members_left" ON "digest_members" USING btree ("left_window_id","joined_at") WHERE left_window_id is not null;--> statement-breakpoint
CREATE INDEX "digest_windows_waiting" ON "digest_windows" USING btree ("workflow_id","closes_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "digest_windows_subscriber" ON "digest_windows" USING btree ("subscriber_id","closes_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "digest_windows_ending" ON "digest_windows" USING btree ("id") WHERE is_ending;--> statement-breakpoint
CREATE INDEX "events_workflow_created" ON "events" USING btree ("workflow_id","created_at","id");--> statement-breakpoint
CREATE INDEX "events_problems" ON "events" USING btree ("environment_id","created_at","id") WHERE problems <> '[]';--> statement-breakpoint
CREATE INDEX "runs_waiting" ON "runs" USING btree ("workflow_id","due_at","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "runs_waiting_by_subscriber" ON "runs" USING btree ("subscriber_id") WHERE due_at is not null;--> statement-breakpoint
-- Files are compressed already, as a rule: trying it again costs more than it saves.
ALTER TABLE "event_attachments" ALTER COLUMN "file" SET STORAGE EXTERNAL;
