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
-- Files are compressed already, as a rule: trying it again costs more than it saves.
ALTER TABLE "event_attachments" ALTER COLUMN "file" SET STORAGE EXTERNAL;--> statement-breakpoint
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
ALTER TABLE "environments" ADD COLUMN "inbound_parse_domain" text;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "mx_record_configured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "event_attachments_due" ON "event_attachments" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "inbound_mails_due" ON "inbound_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_expire" ON "inbound_mails" USING brin ("expire_at");--> statement-breakpoint
CREATE UNIQUE INDEX "layouts_environment_identifier" ON "layouts" USING btree ("environment_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "layouts_environment_default" ON "layouts" USING btree ("environment_id") WHERE is_default and deleted_at is null;--> statement-breakpoint
CREATE INDEX "layouts_environment_created" ON "layouts" USING btree ("environment_id","created_at");