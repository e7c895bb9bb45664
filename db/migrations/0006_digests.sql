CREATE TABLE "digest_arrivals" (
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"digest_value" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"previous_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "digest_arrivals_key" PRIMARY KEY("environment_id","workflow_id","step_id","subscriber_id","digest_value")
);
--> statement-breakpoint
CREATE TABLE "digest_members" (
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"event_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"window_id" uuid,
	"joined_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "digest_members_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
ALTER TABLE "digest_windows" ADD COLUMN "discarded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "digest_windows" ADD COLUMN "expire_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
CREATE INDEX "digest_arrivals_expire" ON "digest_arrivals" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "digest_members_window" ON "digest_members" USING btree ("window_id","joined_at");--> statement-breakpoint
CREATE INDEX "digest_members_event" ON "digest_members" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "digest_members_expire" ON "digest_members" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "digest_windows_master" ON "digest_windows" USING btree ("master_run_id");--> statement-breakpoint
CREATE INDEX "digest_windows_expire" ON "digest_windows" USING brin ("expire_at");--> statement-breakpoint
ALTER TABLE "jobs" DROP COLUMN "digest";