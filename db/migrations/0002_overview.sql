CREATE TABLE "activity_counts" (
	"environment_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "activity_counts_environment_id_hour_kind_pk" PRIMARY KEY("environment_id","hour","kind")
);
--> statement-breakpoint
CREATE TABLE "failure_counts" (
	"environment_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"workflow_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"step_type" text NOT NULL,
	"provider_id" text NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "failure_counts_pk" PRIMARY KEY("environment_id","hour","workflow_id","reason","step_type","provider_id")
);
--> statement-breakpoint
DROP INDEX "tenants_environment_identifier";--> statement-breakpoint
ALTER TABLE "run_count_watermarks" ADD COLUMN "messages_counted_until" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "run_count_watermarks" ADD COLUMN "failures_counted_until" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "run_count_watermarks" ADD COLUMN "failures_counted_to" uuid;--> statement-breakpoint
CREATE INDEX "activity_counts_hour" ON "activity_counts" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "failure_counts_hour" ON "failure_counts" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("environment_id","finished_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "tenants_environment_name" ON "tenants" USING btree ("environment_id",lower(left(name, 255)) text_pattern_ops) WHERE name is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tenants_environment_identifier" ON "tenants" USING btree ("environment_id","identifier" text_pattern_ops);--> statement-breakpoint
-- Runs that are counted already, in the hour in which their span began.
INSERT INTO "activity_counts" ("environment_id", "hour", "kind", "count")
SELECT "environment_id", date_trunc('hour', "starts_at", 'UTC'), 'run', sum("runs") FROM "run_counts" GROUP BY 1, 2;
