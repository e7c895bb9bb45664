CREATE TABLE "failure_group_hours" (
	"environment_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"workflow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "failure_group_hours_pk" PRIMARY KEY("group_id","hour","workflow_id","version")
);
--> statement-breakpoint
CREATE TABLE "failure_group_people" (
	"environment_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	CONSTRAINT "failure_group_people_pk" PRIMARY KEY("group_id","subscriber_id")
);
--> statement-breakpoint
CREATE TABLE "failure_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"step_type" text NOT NULL,
	"provider_id" text NOT NULL,
	"reason" text NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"first_seen" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	"failures" bigint NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"latest_runs" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"state_at" timestamp (3) with time zone,
	"state_by" jsonb,
	"state_reason" text,
	"ignore_rule" jsonb,
	"ignored_failures" integer DEFAULT 0 NOT NULL,
	"ignored_minute" timestamp (3) with time zone,
	"ignored_in_minute" integer DEFAULT 0 NOT NULL,
	"came_back_at" timestamp (3) with time zone,
	"came_back_from" text,
	"came_back_workflow_id" uuid,
	"came_back_version" integer
);
--> statement-breakpoint
CREATE INDEX "failure_group_hours_hour" ON "failure_group_hours" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "failure_group_people_subscriber" ON "failure_group_people" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "failure_groups_environment" ON "failure_groups" USING btree ("environment_id","last_seen");