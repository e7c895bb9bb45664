CREATE TABLE "lane_queues" (
	"integration_id" uuid NOT NULL,
	"cohort_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"channel" text NOT NULL,
	"priority" smallint NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lane_queues_integration_id_cohort_id_pk" PRIMARY KEY("integration_id","cohort_id")
);
--> statement-breakpoint
CREATE TABLE "lanes" (
	"integration_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"pace" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "deliveries_open";--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "pace" jsonb;--> statement-breakpoint
CREATE INDEX "lane_queues_turn" ON "lane_queues" USING btree ("integration_id","priority","due_at");--> statement-breakpoint
CREATE INDEX "lane_queues_due" ON "lane_queues" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("cohort_id","integration_id",(error is null),"due_at") WHERE state = 'open';