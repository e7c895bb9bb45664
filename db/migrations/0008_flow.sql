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
ALTER TABLE "deliveries" ADD COLUMN "valid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "valid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "output" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "valid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "branch_id" text;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD COLUMN "expires_after" jsonb;--> statement-breakpoint
CREATE INDEX "event_waits_subscriber" ON "event_waits" USING btree ("subscriber_id","awaited");--> statement-breakpoint
CREATE INDEX "event_waits_due" ON "event_waits" USING btree ("environment_id","awaited","due_at");--> statement-breakpoint
CREATE INDEX "event_waits_expire" ON "event_waits" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "http_requests_expire" ON "http_requests" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "signals_subscriber" ON "signals" USING btree ("subscriber_id","name","created_at");--> statement-breakpoint
CREATE INDEX "signals_expire" ON "signals" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "throttle_claims_expire" ON "throttle_claims" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "throttle_windows_expire" ON "throttle_windows" USING brin ("expire_at");