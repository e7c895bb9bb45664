CREATE TABLE "api_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"process_id" uuid NOT NULL,
	CONSTRAINT "presences_subscriber_id_process_id_pk" PRIMARY KEY("subscriber_id","process_id")
);
--> statement-breakpoint
DROP INDEX "integrations_environment_channel";--> statement-breakpoint
CREATE INDEX "presences_process" ON "presences" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "integrations_environment_channel" ON "integrations" USING btree ("environment_id","channel") WHERE deleted_at is null;