CREATE TABLE "run_count_watermarks" (
	"environment_id" uuid PRIMARY KEY NOT NULL,
	"counted_until" timestamp (6) with time zone,
	"span_starts_at" timestamp (6) with time zone,
	"span_runs" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_counts" (
	"environment_id" uuid NOT NULL,
	"starts_at" timestamp (6) with time zone NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version_id" uuid NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "run_counts_environment_id_starts_at_workflow_version_id_pk" PRIMARY KEY("environment_id","starts_at","workflow_version_id")
);
--> statement-breakpoint
DROP INDEX "messages_environment_created";--> statement-breakpoint
CREATE INDEX "run_counts_starts" ON "run_counts" USING brin ("starts_at");--> statement-breakpoint
CREATE INDEX "messages_channel_created" ON "messages" USING btree ("environment_id","channel","created_at");--> statement-breakpoint
CREATE INDEX "messages_subscriber_created" ON "messages" USING btree ("subscriber_id","created_at") WHERE deleted_at is null and (channel <> 'in_app' or status <> 'sent');--> statement-breakpoint
CREATE INDEX "messages_expiring" ON "messages" USING btree ("environment_id","created_at") WHERE valid_until is not null;--> statement-breakpoint
CREATE INDEX "tenants_environment_created" ON "tenants" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "workflow_overrides_environment_created" ON "workflow_overrides" USING btree ("environment_id","created_at","id");